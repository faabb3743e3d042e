import { S3mini, S3ServiceError } from "s3mini";
import { type PictureStore, STORE_KEY } from "#core/picture-store.ts";

/** Milliseconds for one request: a page of people waits for its pictures. */
const TIMEOUT = 10_000;
const PAGE = 1_000;
const SUFFIX = ".webp";

const nameOf = (key: string): string => {
  if (!STORE_KEY.test(key)) throw new TypeError("This is not the key of a picture.");
  return `${key}${SUFFIX}`;
};

function keyOf(name: string): string[] {
  const key = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "";
  return STORE_KEY.test(key) ? [key] : [];
}

/** Stores pictures as objects in a bucket of an S3-compatible service. */
export function openPictureBucket(given: {
  url: string;
  region: string;
  keyId: string;
  secret: string;
  timeout?: number;
}): PictureStore {
  const bucket = new S3mini({
    endpoint: given.url,
    region: given.region,
    accessKeyId: given.keyId,
    secretAccessKey: given.secret,
    requestAbortTimeout: given.timeout ?? TIMEOUT,
  });
  return {
    place: given.url,
    put: async (key, bytes) => {
      const response = await bucket.putObject(nameOf(key), bytes, "image/webp");
      await response.arrayBuffer();
    },
    get: async (key) => {
      const bytes = await bucket.getObjectArrayBuffer(nameOf(key));
      return bytes === null ? undefined : Buffer.from(bytes);
    },
    remove: async (key) => {
      await bucket.deleteObject(nameOf(key));
    },
    keys: async function* keys() {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const page = await bucket.listObjectsPaged("/", "", PAGE, token);
        yield (page?.objects ?? []).flatMap(({ Key }) => keyOf(Key));
        token = page?.nextContinuationToken;
      }
    },
    check: async () => {
      try {
        const page = await bucket.listObjectsPaged("/", "", 1);
        return page ? undefined : `There is no bucket at PICTURES_S3_URL (${given.url}).`;
      } catch (error) {
        if (!(error instanceof S3ServiceError) || error.status >= 500) throw error;
        return `PICTURES_S3_URL (${given.url}) refuses us (${error.status}). Check PICTURES_S3_KEY_ID, PICTURES_S3_SECRET and PICTURES_S3_REGION.`;
      }
    },
  };
}
