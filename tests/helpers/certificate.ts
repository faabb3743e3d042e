import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** Writes DER by hand: as much of X.509 as an attack on a reader of certificates needs. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const long = body.length.toString(16);
  const digits = Buffer.from(long.length % 2 === 0 ? long : `0${long}`, "hex");
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.concat([Buffer.from([0x80 + digits.length]), digits]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const octets = (value: Buffer): Buffer => der(0x04, value);
const name = (text: string): Buffer => sequence(der(0x31, sequence(objectId("2.5.4.3"), der(0x0c, Buffer.from(text)))));

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}

const ECDSA_SHA256 = sequence(objectId("1.2.840.10045.4.3.2"));

function certificate(input: {
  subject: string;
  key: KeyObject;
  issuer: string;
  issuerKey: KeyObject;
  extensions: readonly Buffer[];
}): Buffer {
  const time = (text: string): Buffer => der(0x17, Buffer.from(text));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(7),
    ECDSA_SHA256,
    name(input.issuer),
    sequence(time("200101000000Z"), time("490101000000Z")),
    name(input.subject),
    input.key.export({ format: "der", type: "spki" }),
    ...(input.extensions.length === 0 ? [] : [der(0xa3, sequence(...input.extensions))]),
  );
  const signature = sign("sha256", body, input.issuerKey);
  return sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
}

/**
 * An `android-key` statement with a complete chain. Its leaf certificate names an address for the list of revoked
 * certificates.
 */
export function statementWithAddress(
  address: string,
  credential: { publicKey: KeyObject; privateKey: KeyObject },
  authData: Buffer,
  clientDataJSON: Buffer,
): Map<string, unknown> {
  const clientDataHash = createHash("sha256").update(clientDataJSON).digest();
  const root = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const list = sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(address))))));
  const level = der(0x0a, Buffer.from([1]));
  const keyDescription = sequence(
    integer(3),
    level,
    integer(4),
    level,
    octets(clientDataHash),
    octets(Buffer.alloc(0)),
    sequence(),
    sequence(),
  );
  const leaf = certificate({
    subject: "Key",
    key: credential.publicKey,
    issuer: "Made-up root",
    issuerKey: root.privateKey,
    extensions: [
      sequence(objectId("2.5.29.31"), octets(list)),
      sequence(objectId("1.3.6.1.4.1.11129.2.1.17"), octets(keyDescription)),
    ],
  });
  const anchor = certificate({
    subject: "Made-up root",
    key: root.publicKey,
    issuer: "Made-up root",
    issuerKey: root.privateKey,
    extensions: [],
  });
  const signature = sign("sha256", Buffer.concat([authData, clientDataHash]), credential.privateKey);
  return new Map<string, unknown>([
    ["alg", -7],
    ["sig", new Uint8Array(signature)],
    ["x5c", [new Uint8Array(leaf), new Uint8Array(anchor)]],
  ]);
}
