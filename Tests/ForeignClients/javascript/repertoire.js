// Runs the whole repertoire of the official JavaScript SDK against a server, and stops at the first surprise.
//
// node repertoire.js URL PICTURES WEB: the server with the keys APPKEY and ak:sk, the folder of the drawn sample
// pictures, and the address under which the server may fetch the same folder. VISEARCH_JAVASCRIPT_SDK names the folder
// of visearch-sdk-javascript 2.3.1 (commit e41750f, the last version that speaks ViSearch) with its node_modules:
// jsuri, js-base64 and visenze-tracking-javascript 1.1.0. For what it needs beside these, node 20 has its own.

const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const path = require('path');

const [url, pictures, web] = process.argv.slice(2);
const ours = {
  'node-fetch': fetch,
  'form-data': FormData,
  'lodash.isfunction': (value) => typeof value === 'function',
  'lodash.find': (list, matches) => list.find(matches),
};
const load = Module._load;
Module._load = (name, ...rest) => ours[name] || load(name, ...rest);
const ViSearch = require(path.resolve(process.env.VISEARCH_JAVASCRIPT_SDK, 'js/index'));
console.log = () => {};
console.error = () => {};

const places = {
  endpoint: url, analytics_endpoint: `${url}v3`, tracker_code: 'APPKEY:1', timeout: 30000, uid: 'somebody',
};
const clients = {
  'app key': new ViSearch({ app_key: 'APPKEY', ...places }).visearch,
  'access and secret key': new ViSearch({ access_key: 'ak', secret_key: 'sk', ...places }).visearch,
};
const names = ['shoe-001', 'shoe-002', 'bag-001', 'bag-002', 'mug-001', 'lamp-001'];
let calls = 0;

/** The answer of one call of the SDK. */
function call(client, method, ...parameters) {
  calls += 1;
  return new Promise((resolve, reject) => {
    client[method](...parameters, resolve, (error) => reject(new Error(`${method}: ${error}`)));
  });
}

async function ok(client, method, parameters) {
  const answer = await call(client, method, parameters);
  assert.equal(answer.status, 'OK', JSON.stringify(answer));
  assert.deepEqual(answer.error, []);
  assert.ok(answer.reqid);
  return answer;
}

async function refused(client, method, parameters, text) {
  const answer = await call(client, method, parameters);
  assert.equal(answer.status, 'fail');
  assert.deepEqual(answer.error, [text]);
}

const found = (answer) => answer.result.map((hit) => hit.im_name);
const blob = (file) => new Blob([fs.readFileSync(file)], { type: 'image/jpeg' });
const picture = (name) => blob(`${pictures}/${name}.jpg`);
const scene = (name) => blob(`${pictures}/../scenes/${name}.jpg`);

/** The SDK inserts nothing. */
async function insert() {
  const form = new URLSearchParams();
  names.forEach((name, index) => {
    const values = {
      im_name: name, im_url: `${web}/${name}.jpg`, price: 10.5 + index, brand: 'A & B=ü+%20',
      category: name.split('-')[0], title: `Ünï 靴 called ${name}`,
    };
    Object.entries(values).forEach(([key, value]) => form.append(`${key}[${index}]`, value));
  });
  const headers = { Authorization: `Basic ${btoa('ak:sk')}` };
  const begun = await (await fetch(`${url}insert`, { method: 'POST', body: form, headers })).json();
  assert.equal(begun.total, names.length, JSON.stringify(begun));
  // A script reads the digits of a number to 53 bits only.
  assert.ok(Number.isSafeInteger(begun.trans_id), String(begun.trans_id));
  for (let round = 0; round < 600; round += 1) {
    const answer = await fetch(`${url}insert/status/${begun.trans_id}`, { headers });
    const status = (await answer.json()).result[0];
    if (status.processed_percent === 100) {
      assert.equal(status.success_count, names.length);
      return;
    }
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  throw new Error('the insertion does not end');
}

async function search(client) {
  let answer = await ok(client, 'search', {
    im_name: 'shoe-001', fl: ['price', 'im_url'], fq: ['price:0, 12', 'brand:A & B=ü+%20'], score: true, limit: 5,
  });
  assert.deepEqual(found(answer), ['shoe-002']);
  assert.deepEqual(answer.result[0].value_map, { price: '11.500000', im_url: `${web}/shoe-002.jpg` });
  assert.ok(answer.result[0].score > 0 && answer.result[0].score <= 1);
  answer = await ok(client, 'idsearch', {
    im_name: 'shoe-001', facets: ['brand', 'price'], facets_show_count: true, qinfo: true, page: 2, limit: 2,
    sort_by: 'price:desc', get_all_fl: true, va_sid: 'of my own',
  });
  assert.deepEqual(found(answer), ['bag-002', 'bag-001']);
  assert.deepEqual(answer.facets[0].items, [{ value: 'A & B=ü+%20', count: 5 }]);
  assert.deepEqual(answer.facets[1].range, { min: '11', max: '16' });
  assert.equal(answer.qinfo.title, 'Ünï 靴 called shoe-001');
  answer = await ok(client, 'search', { im_name: 'shoe-001', group_by: 'category', group_limit: 2 });
  assert.equal(answer.group_results.length, 4);
  assert.deepEqual(found(await ok(client, 'search', { im_name: 'shoe-001', page: 90 })), []);
  await refused(client, 'search', { im_name: 'none' }, 'Image not found with im_name.');
  await refused(client, 'search', { im_name: '' }, 'im_name is invalid.');
  await refused(client, 'search', { im_name: 'shoe-001', score: 'maybe' }, 'score must be false or true.');

  assert.equal(found(await ok(client, 'recommendation', { im_name: 'mug-001' })).length, 5);
  assert.equal(found(await ok(client, 'out_of_stock', { im_name: 'mug-001', limit: 2 })).length, 2);
  answer = await ok(client, 'colorsearch', { color: 'c4302b', fl: ['price'] });
  assert.equal(found(answer)[0], 'shoe-001');
  assert.equal(found(await ok(client, 'colorsearch', { color: ['000000:50', 'ffffff'], limit: 3 })).length, 3);
  await refused(client, 'colorsearch', { color: '#c4302b0' }, 'color is invalid.');
}

async function upload(client) {
  let answer = await ok(client, 'uploadsearch', {
    image: picture('bag-002'), fl: ['title', 'price'], fq: ['brand:A & B=ü+%20'], score: true,
  });
  assert.equal(found(answer)[0], 'bag-002');
  assert.equal(answer.result[0].value_map.title, 'Ünï 靴 called bag-002');
  const first = found(answer);
  const id = answer.im_id;
  assert.deepEqual(found(await ok(client, 'uploadsearch', { im_id: id })), first);
  assert.deepEqual(found(await ok(client, 'uploadsearch', { im_url: `${web}/bag-002.jpg?x=1&y=a%20b` })), first);
  // As from an input of a form.
  const input = { files: [new File([fs.readFileSync(`${pictures}/bag-002.jpg`)], 'größe "1".jpg')] };
  assert.deepEqual(found(await ok(client, 'uploadsearch', { image: input })), first);
  for (const box of ['10,10,200,200', [10, 10, 200, 200], '50,50,50,50', '-1,0,5,5', '9000,9000,9100,9100']) {
    assert.equal((await ok(client, 'uploadsearch', { image: picture('bag-002'), box })).total, 6);
    assert.equal((await ok(client, 'uploadsearch', { im_id: id, box })).total, 6);
  }
  answer = await ok(client, 'uploadsearch', { image: scene('scene-01'), detection: 'all', detection_limit: 3 });
  assert.ok(answer.product_types.length >= 1 && answer.product_types.length <= 3);
  answer.product_types.forEach((thing) => assert.ok(thing.box.length === 4 && thing.attributes));
  await refused(client, 'uploadsearch', { im_url: 'not a url' }, 'Invalid image or im_url.');
  await refused(client, 'uploadsearch', {}, 'Missing im_url or im_id.');
  await refused(client, 'uploadsearch', { im_id: 'none.jpg' }, 'im_id is invalid.');
  await refused(client, 'uploadsearch', { image: new Blob(['no picture']) }, 'Invalid image file format.');

  answer = await ok(client, 'discoversearch', {
    image: scene('scene-02'), detection_limit: 3, result_limit: 2, fl: ['im_url'], detection_sensitivity: 'high',
  });
  assert.ok(answer.objects.length >= 1 && answer.objects.length <= 3);
  answer.objects.forEach((thing) => assert.ok(thing.result.length === 2 && thing.type && thing.attributes));
  const again = await ok(client, 'discoversearch', { im_id: answer.im_id, detection_limit: 1, result_limit: 2 });
  assert.deepEqual(again.objects[0].box, answer.objects[0].box);
  assert.ok((await ok(client, 'discoversearch', { im_url: `${web}/mug-001.jpg` })).objects.length >= 1);
  answer = await ok(client, 'similarproducts', { image: scene('scene-02'), detection_limit: 2, result_limit: 2 });
  assert.equal(answer.group_result.length, answer.product_types.length);
  assert.equal(answer.group_result[0].length, 2);
}

/** Events of the tracker inside the SDK; the callback says that they were taken. */
async function track(client, id) {
  const item = { queryId: id, pid: 'shoe-002', imUrl: `${web}/shoe-002.jpg?a=1&b=ü`, pos: 1 };
  const events = {
    product_click: item, product_view: item, add_to_cart: item, add_to_wishlist: item, search: { queryId: id },
    transaction: { queryId: id, value: 99.5, currency: 'EUR', transId: 't 1' }, click: { queryId: id }, view: {},
    result_load: { queryId: id, n1: 1.5, s1: 'a & b', json: '{"a": "ü"}' }, 'our own': { label: 'x+y' },
  };
  for (const [action, event] of Object.entries(events)) {
    calls += 1;
    await new Promise((resolve, reject) => {
      client.send(action, event, (sent) => resolve(assert.equal(sent, action)),
        (error) => reject(new Error(`${action}: ${JSON.stringify(error)}`)));
    });
  }
  calls += 1;
  const refusal = await new Promise((resolve) => { client.send('search', {}, null, resolve); });
  assert.equal(refusal.error.code, 104);
}

/** What a browser asks before it lets a page ask. */
async function browser() {
  const origin = { Origin: 'https://shop.example' };
  const wanted = 'authorization,x-requested-with';
  for (const place of ['search', 'uploadsearch', 'v3/__va.gif']) {
    const asked = await fetch(url + place, {
      method: 'OPTIONS',
      headers: { ...origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': wanted },
    });
    const allowed = asked.headers.get('Access-Control-Allow-Headers').toLowerCase();
    assert.ok(asked.ok && wanted.split(',').every((name) => allowed.includes(name)), allowed);
    assert.ok(['*', origin.Origin].includes(asked.headers.get('Access-Control-Allow-Origin')));
  }
  const answer = await fetch(`${url}search?im_name=none&access_key=APPKEY`, { headers: origin });
  assert.equal(answer.headers.get('X-Log-ID'), (await answer.json()).reqid);
  assert.match(answer.headers.get('Access-Control-Expose-Headers'), /X-Log-ID/);
}

async function main() {
  await insert();
  for (const client of Object.values(clients)) {
    await search(client);
    await upload(client);
    await track(client, (await ok(client, 'search', { im_name: 'shoe-001' })).reqid);
  }
  const strangers = [{ app_key: 'OTHER' }, { access_key: 'ak', secret_key: 'other' }, {}];
  for (const keys of strangers) {
    const stranger = new ViSearch({ ...keys, ...places }).visearch;
    await refused(stranger, 'search', { im_name: 'shoe-001' }, 'Invalid access key or secret key.');
    await refused(stranger, 'uploadsearch', { image: picture('bag-002') }, 'Invalid access key or secret key.');
  }
  await browser();
  process.stdout.write(`all went well: ${calls} calls\n`);
  // The SDK leaves the clocks of its timeouts running.
  process.exit(0);
}

main().catch((error) => {
  process.stderr.write(`call ${calls}: ${error.stack}\n`);
  process.exit(1);
});
