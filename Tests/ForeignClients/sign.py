"""A signing program for `magpie prep --sign-command`, for tests: it signs with a certificate that nobody trusts.

Usage: sign.py INPUT OUTPUT < actions.json          signs OUTPUT in its place, with INPUT as its parent
       sign.py --certificate FOLDER                 makes the certificate and its key
       sign.py --check FILE...                      prints a line of JSON about each file

The certificate is in the folder that MAGPIE_TEST_CERTIFICATE names.
"""

import datetime
import json
import os
import pathlib
import sys

import c2pa


def make_certificate(folder):
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    def name(text):
        return x509.Name([
            x509.NameAttribute(NameOID.COUNTRY_NAME, "PT"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Test"),
            x509.NameAttribute(NameOID.COMMON_NAME, text),
        ])

    def usage(signs):
        return x509.KeyUsage(
            digital_signature=signs, content_commitment=False, key_encipherment=False, data_encipherment=False,
            key_agreement=False, key_cert_sign=not signs, crl_sign=not signs, encipher_only=False, decipher_only=False)

    now = datetime.datetime.now(datetime.timezone.utc)
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())

    def begun(subject, public):
        return (x509.CertificateBuilder().subject_name(subject).issuer_name(name("Test root")).public_key(public)
                .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
                .not_valid_after(now + datetime.timedelta(days=30))
                .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), False)
                .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), False))

    root = (begun(name("Test root"), root_key.public_key()).add_extension(x509.BasicConstraints(True, None), True)
            .add_extension(usage(False), True).sign(root_key, hashes.SHA256()))
    leaf = (begun(name("Test signer"), key.public_key()).add_extension(x509.BasicConstraints(False, None), True)
            .add_extension(usage(True), True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION]), False)
            .sign(root_key, hashes.SHA256()))
    pem = serialization.Encoding.PEM
    (folder / "chain.pem").write_bytes(leaf.public_bytes(pem) + root.public_bytes(pem))
    (folder / "key.pem").write_bytes(key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


def sign(source, output):
    facts = json.load(sys.stdin)
    folder = pathlib.Path(os.environ["MAGPIE_TEST_CERTIFICATE"])
    signer = c2pa.Signer.from_info(c2pa.C2paSignerInfo(
        alg=b"es256", sign_cert=(folder / "chain.pem").read_bytes(), private_key=(folder / "key.pem").read_bytes(),
        ta_url=None))
    actions = [{"action": action["action"]} for action in facts["actions"]]
    manifest = {
        "claim_generator_info": [{"name": "sign.py", "version": "1"}],
        "format": facts["mediaType"],
        "title": facts["target"],
        "assertions": [{"label": "c2pa.actions.v2", "data": {"actions": [
            {"action": "c2pa.opened", "parameters": {"ingredientIds": ["parent"]}}, *actions]}}],
    }
    builder = c2pa.Builder(manifest)
    with open(source, "rb") as stream:
        ingredient = {"title": os.path.basename(source), "relationship": "parentOf", "label": "parent"}
        builder.add_ingredient(ingredient, facts["inputMediaType"], stream)
    signed = output + ".signed" + os.path.splitext(output)[1]
    builder.sign_file(output, signed, signer)
    os.replace(signed, output)


def check(files):
    for file in files:
        reader = c2pa.Reader(file)
        store = json.loads(reader.json())
        manifest = store["manifests"][store["active_manifest"]]
        actions = [action["action"] for assertion in manifest["assertions"]
                   if assertion["label"].startswith("c2pa.actions") for action in assertion["data"]["actions"]]
        print(json.dumps({
            "file": file, "state": reader.get_validation_state(), "actions": actions,
            "ingredients": [[i["title"], i["relationship"]] for i in manifest.get("ingredients", [])],
        }))


if __name__ == "__main__":
    if sys.argv[1] == "--certificate":
        make_certificate(pathlib.Path(sys.argv[2]))
    elif sys.argv[1] == "--check":
        check(sys.argv[2:])
    else:
        sign(sys.argv[1], sys.argv[2])
