<?php
// Runs the whole repertoire of the official PHP SDK against a server, and stops at the first surprise.
//
// php repertoire.php URL PICTURES WEB: the server with the keys ak:sk, the folder of the drawn sample pictures, and the
// address under which the server may fetch the same folder. VISEARCH_PHP_SDK names the folder of visearch-sdk-php
// 1.2.1. Debian's packages php-cli and php-curl run it.

// The SDK is older than the language.
error_reporting(E_ERROR);
require getenv('VISEARCH_PHP_SDK') . '/ViSearch/ViSearch.php';

[, $url, $pictures, $web] = $argv;
$url = rtrim($url, '/');
$api = new ViSearch('ak', 'sk', $url);
$names = ['shoe-001', 'shoe-002', 'bag-001', 'bag-002', 'mug-001', 'lamp-001'];
$calls = 0;

function check($holds, $text) {
    if ($holds) return;
    fwrite(STDERR, "call {$GLOBALS['calls']}: $text\n");
    exit(1);
}

function same($found, $expected) {
    check($found == $expected, 'found ' . json_encode($found) . ', expected ' . json_encode($expected));
}

function called($answer) {
    $GLOBALS['calls'] += 1;
    check(is_object($answer), 'no answer');
    return $answer;
}

function ok($answer, $method) {
    called($answer);
    check($answer->status === 'OK' && $answer->method === $method && $answer->reqid, json_encode($answer));
    return $answer;
}

function refused($answer, $text) {
    called($answer);
    same([$answer->status, $answer->error], ['fail', [$text]]);
}

function found($answer) {
    return array_map(fn($hit) => $hit->im_name, $answer->result);
}

function finish($begun) {
    for ($round = 0; $round < 600; $round++) {
        $status = ok($GLOBALS['api']->insert_status($begun->trans_id), 'insert/status')->result[0];
        if ($status->processed_percent === 100) return $status;
        usleep(100000);
    }
    check(false, 'the insertion does not end');
}

// insert, and how it goes
$images = [];
foreach ($names as $index => $name) {
    $images[] = ['im_name' => $name, 'im_url' => "$web/$name.jpg", 'price' => 10.5 + $index, 'brand' => 'A & B=ü+%20',
        'category' => explode('-', $name)[0], 'title' => "Ünï 靴 called $name"];
}
$status = finish(ok($api->insert($images), 'insert'));
same([$status->total, $status->success_count, $status->fail_count], [6, 6, 0]);
$bad = [['im_name' => 'not valid', 'im_url' => $web], ['im_name' => 'gone', 'im_url' => "$web/none"]];
$begun = called($api->insert($bad));
same([$begun->status, $begun->total, $begun->error[0]->error_code], ['warning', 1, 107]);
same(finish($begun)->error_list[0]->error_code, 201);
same(called($api->insert_status(1))->error[0]->error_code, 101);

// search
$filter = ['price' => '0,12', 'category' => 'shoe'];
$answer = ok($api->search('shoe-001', 1, 30, ['price', 'im_url'], $filter, false, true), 'search');
same(found($answer), ['shoe-002']);
same($answer->result[0]->value_map, (object) ['price' => '11.500000', 'im_url' => "$web/shoe-002.jpg"]);
check($answer->result[0]->score > 0 && $answer->result[0]->score <= 1, 'a score');
same(count(found(ok($api->search('shoe-001', 2, 2), 'search'))), 2);
same(count((array) ok($api->search('bag-001', 1, 1, [], [], true), 'search')->result[0]->value_map), 5);
same(found(ok($api->search('shoe-001', 1, 30, [], [], false, true, 1, 0.999), 'search')), []);
refused($api->search('none'), 'Image not found with im_name.');
refused($api->search('shoe-001', 1, 30, [], [], false, false, 2), 'score_max must be no more than 1');
refused($api->search(''), 'im_name is invalid.');
same(count(found(ok($api->recommendation('mug-001', 1, 30, ['price']), 'recommendations'))), 5);
same(found(ok($api->colorsearch('c4302b'), 'colorsearch'))[0], 'shoe-001');
refused($api->colorsearch('red'), 'color is invalid.');

// upload search: file, large file, box, detection, URL, the upload of before
$bag = new Image("$pictures/bag-002.jpg");
$answer = ok($api->uploadsearch($bag, 1, 5, ['price'], ['price' => '0,99'], false, true), 'uploadsearch');
same(found($answer)[0], 'bag-002');
check(count($answer->product_types) >= 1, 'things in the picture');
$earlier = new Image();
$earlier->set_im_id($answer->im_id);
same(found(ok($api->uploadsearch($earlier), 'uploadsearch'))[0], 'bag-002');
same(found(ok($api->uploadsearch(new Image("$web/lamp-001.jpg")), 'uploadsearch'))[0], 'lamp-001');
foreach ([[10, 10, 200, 200], [50, 50, 50, 50], [-1, 0, 5, 5], [9000, 9000, 9100, 9100]] as $corners) {
    $box = new Box(...$corners);
    foreach ([$bag, new Image("$web/bag-002.jpg"), $earlier] as $image) {
        $image->set_box($box);
        same(count(found(ok($api->uploadsearch($image), 'uploadsearch'))), 6);
    }
}
$large = tempnam(sys_get_temp_dir(), 'picture');
// Behind its end a JPEG may have anything; above a megabyte this client asks first whether it may send.
file_put_contents($large, file_get_contents("$pictures/bag-002.jpg") . str_repeat("\0", 3000000));
same(found(ok($api->uploadsearch(new Image($large)), 'uploadsearch'))[0], 'bag-002');
unlink($large);
refused($api->uploadsearch(new Image("$web/none.jpg")), 'Could not download the image from im_url.');
refused($api->uploadsearch(new Image(__FILE__)), 'Invalid image file format.');

// discover search
$scene = new Image(dirname($pictures) . '/scenes/scene-02.jpg');
$answer = ok($api->discoversearch($scene, 1, 30, ['im_url']), 'discoversearch');
check(count($answer->objects) >= 1 && count($answer->objects) <= 5, 'things in the picture');
foreach ($answer->objects as $thing) {
    check(count($thing->result) === 6 && count($thing->box) === 4 && $thing->type, 'a thing');
}
$earlier = new Image();
$earlier->set_im_id($answer->im_id);
same(ok($api->discoversearch($earlier, 1, 30, ['im_url']), 'discoversearch')->objects, $answer->objects);
ok($api->discoversearch(new Image("$web/mug-001.jpg")), 'discoversearch');
ok($api->discoversearch($scene, 1, 30, [], [], false, false, 1, 0, 'bag'), 'discoversearch');

// update, remove
finish(ok($api->update([['im_name' => 'shoe-001', 'price' => 99.5]]), 'insert'));
$answer = ok($api->search('shoe-002', 1, 30, ['price', 'brand'], ['price' => '99,100']), 'search');
same($answer->result[0]->value_map, (object) ['price' => '99.500000', 'brand' => 'A & B=ü+%20']);
same(ok($api->remove(['shoe-001', 'shoe-002']), 'remove')->total, 2);
same(called($api->remove(['shoe-001']))->error[0]->error_code, 102);

// a key that is none
$stranger = new ViSearch('ak', 'other', $url);
refused($stranger->search('mug-001'), 'Invalid access key or secret key.');
refused($stranger->uploadsearch(new Image("$pictures/bag-002.jpg")), 'Invalid access key or secret key.');
refused($stranger->remove(['mug-001']), 'Invalid access key or secret key.');
refused($stranger->insert_status('1'), 'Invalid access key or secret key.');
same(called($stranger->insert($images))->error[0]->error_code, 11);
echo "all went well: $calls calls\n";
