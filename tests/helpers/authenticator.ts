import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { statementWithAddress } from "./certificate.ts";

/** The options a page would hand to the browser, as far as an authenticator looks at them. */
export type CreateOptions = {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
};
export type GetOptions = { challenge: string; rpId: string };

/** Deviations of a dishonest or broken browser or authenticator. */
export type Twist = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  counter?: number;
  crossOrigin?: boolean;
  userHandle?: string | undefined;
  /** Signs with a key of its own. */
  forge?: boolean;
  format?: string;
  statement?: Map<string, unknown>;
  /** A statement with certificates that name this address. */
  certificatesOf?: string;
  credentialId?: Buffer;
  algorithm?: number;
};

type Held = { id: Buffer; key: KeyObject; userHandle: string; counter: number };

const hash = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();

/**
 * An authenticator in software (ES256), together with the browser that shows
 * it the origin: honest unless told otherwise.
 */
export class Authenticator {
  readonly #origin: string;
  readonly #counts: boolean;
  held: Held | undefined;

  /** @param counts false: always says 0, as synchronised passkeys do */
  constructor(origin: string, counts = true) {
    this.#origin = origin;
    this.#counts = counts;
  }

  get id(): string {
    return this.#key().id.toString("base64url");
  }

  #key(): Held {
    if (!this.held) throw new Error("This authenticator holds no passkey yet.");
    return this.held;
  }

  #clientData(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? this.#origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    );
  }

  #authenticatorData(rpId: string, twist: Twist, attested?: Buffer): Buffer {
    const flags =
      ((twist.userPresent ?? true) ? 0x01 : 0) | ((twist.userVerified ?? true) ? 0x04 : 0) | (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    const held = this.#key();
    if (this.#counts) held.counter += 1;
    counter.writeUInt32BE(twist.counter ?? held.counter);
    return Buffer.concat([hash(twist.rpId ?? rpId), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  }

  /** `navigator.credentials.create()` as JSON. */
  create(options: CreateOptions, twist: Twist = {}) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const id = twist.credentialId ?? randomBytes(32);
    this.held = { id, key: privateKey, userHandle: options.user.id, counter: 0 };
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, twist.algorithm ?? -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = this.#authenticatorData(options.rp.id, twist, attested);
    const clientDataJSON = this.#clientData("webauthn.create", options.challenge, twist);
    const statement =
      twist.certificatesOf === undefined
        ? (twist.statement ?? new Map())
        : statementWithAddress(twist.certificatesOf, { publicKey, privateKey }, authData, clientDataJSON);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", twist.format ?? "none"],
        ["attStmt", statement],
        ["authData", new Uint8Array(authData)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: clientDataJSON.toString("base64url"),
        attestationObject: Buffer.from(attestationObject).toString("base64url"),
        transports: ["internal", "made-up"],
      },
    };
  }

  /** `navigator.credentials.get()` as JSON. */
  get(options: GetOptions, twist: Twist = {}) {
    const held = this.#key();
    const authData = this.#authenticatorData(options.rpId, twist);
    const clientDataJSON = this.#clientData("webauthn.get", options.challenge, twist);
    const key = twist.forge ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : held.key;
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, hash(clientDataJSON)]))
      .sign(key);
    const userHandle = "userHandle" in twist ? twist.userHandle : held.userHandle;
    const id = (twist.credentialId ?? held.id).toString("base64url");
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientDataJSON.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }
}
