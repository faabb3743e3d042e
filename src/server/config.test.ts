import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("settings", () => {
  test("have safe defaults: production, limits on, no proxy, no foreign origin", () => {
    expect(readConfig({})).toMatchObject({
      production: true,
      development: false,
      port: 3_000,
      host: "127.0.0.1",
      baseUrl: "http://localhost:3000",
      secure: false,
      rateLimitFactor: 1,
      corsOrigins: [],
      trustProxy: [],
      minRaters: 3,
      kHidden: 5,
      databaseUrl: undefined,
    });
  });

  test.each([
    ["PORT", "abc", "whole number from 0 to 65535"],
    ["PORT", "65536", "whole number"],
    ["PORT", "-1", "whole number"],
    ["PORT", "", "whole number"],
    ["DRAIN_SECONDS", "-1", "number from 0 to 300"],
    ["DRAIN_SECONDS", "301", "number from 0 to 300"],
    ["DATABASE_WAIT_SECONDS", "long", "whole number"],
    ["PROCESSES", "0", "whole number from 1 to 64"],
    ["PROCESSES", "65", "whole number from 1 to 64"],
    ["PROCESSES", "two", "whole number from 1 to 64"],
    ["MIN_RATERS", "0", "whole number from 1 to 1000"],
    ["K_HIDDEN", "1", "whole number from 2 to 1000"],
    ["BACKUP_KEEP", "0", "whole number from 1 to 1000"],
    ["BACKUP_PASSPHRASE", "elevenchars", "12 characters"],
    ["BASE_URL", "pipelines.example", "https://pipelines.example"],
    ["BASE_URL", "https://pipelines.example/path", "without a path"],
    ["BASE_URL", "http://[::1", "without a path"],
    ["BASE_URL", "http://pipelines.example:99999", "without a path"],
    ["BASE_URL", "https://user:word@pipelines.example", "without a path"],
    ["BASE_URL", "https://pipelines.example?a", "without a path"],
    ["TRUST_PROXY", "nginx", "addresses such as 127.0.0.1"],
    ["TRUST_PROXY", "127.0.0.1, 10.0.0.0/8", "addresses such as 127.0.0.1"],
    ["CORS_ORIGINS", "*", "origins such as https://client.example"],
    ["CORS_ORIGINS", "client.example", "origins such as https://client.example"],
    ["CORS_ORIGINS", "https://client.example/", "origins such as https://client.example"],
    ["CORS_ORIGINS", "https://client.example:443", "origins such as https://client.example"],
    ["SSO_CLIENT_SECRET", "word", "SSO_CLIENT_ID"],
    ["SSO_CLIENT_ID", "site", "SSO_CLIENT_SECRET"],
    ["EARLY_ACCESS", "true", "must be one of on, off"],
    ["DATABASE_URL", "mysql://x", "postgresql://"],
    ["DATABASE_URL", "postgresql://one/pipelines?target_session_attrs=standby", "target_session_attrs=read-write"],
    ["DATABASE_URL", "postgresql://one,two/pipelines?target_session_attrs=any", "target_session_attrs=read-write"],
    ["DATABASE_URL", "postgresql:///pipelines?host=one,two", "before the database's name"],
    ["DATABASE_URL", "postgresql://one,,two/pipelines", "name each of its hosts"],
    [
      "DATABASE_URL",
      "postgresql://one,two:port/pipelines",
      "postgresql://user:password@one.example:5432,two.example:5432/name",
    ],
    ["DATABASE_REPLICA_URLS", "one.example", "postgresql:// address, for each replica"],
    ["DATABASE_REPLICA_URLS", "postgresql://one/site?target_session_attrs=read-write", "one host for each replica"],
    ["DATABASE_REPLICA_URLS", "postgresql://one/site", "needs DATABASE_URL"],
    ["DATABASE_POOL_URL", "one.example", "postgresql:// address"],
    ["DATABASE_POOL_URL", "postgresql://one,two/site", "must name one host"],
    ["DATABASE_POOL_URL", "postgresql://one/site?target_session_attrs=read-write", "must name one host"],
    ["DATABASE_POOL_URL", "postgresql://one/site", "needs DATABASE_URL"],
    ["PATHS_CLUSTER", "pipelines", "needs PATHS_URL"],
    ["RATE_LIMITS", "off", ""],
    ["PASSWORD_COST", "none", ""],
    ["PASSWORD_COST", "test", "only when NODE_ENV is test"],
    ["NODE_ENV", "prod", ""],
    ["LOG_LEVEL", "loud", ""],
    ["DEMO", "yes", ""],
    ["FORM_SERVICE_URL", "forms.example/f", "https://"],
    ["FORM_SERVICE_URL", "ftp://forms.example/f", "https://"],
    ["FORM_SERVICE_URL", "http://forms.example/f", "https://"],
    ["FORM_SERVICE_URL", "http://127.0.0.1:9/f", "NODE_ENV is production"],
    ["FORM_SERVICE_URL", "https://user:word@forms.example/f", "without a user"],
    ["SMTP_URL", "mail.example", "smtp://"],
    ["SMTP_URL", "smtp://", "smtp://"],
    ["PICTURES_S3_URL", "s3.example/pictures", "https:// address of a bucket"],
    ["PICTURES_S3_URL", "http://s3.example/pictures", "https:// address of a bucket"],
    ["PICTURES_S3_URL", "https://key:secret@s3.example/pictures", "https:// address of a bucket"],
    ["PICTURES_S3_URL", "https://s3.example/pictures/deeper", "https:// address of a bucket"],
  ])("%s=%s is refused by a sentence that names it", (name, value, word) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The setting ${name} `));
    expect(() => readConfig({ [name]: value })).toThrow(word);
  });

  test("an empty text counts as left out", () => {
    const empty = { HOST: " ", DATA_DIR: "", SECRET_FILE: "", SSO_NAME: "", SSO_SCOPES: "", PICTURES_S3_REGION: "" };
    expect(readConfig(empty)).toEqual(readConfig({}));
    const network = readConfig({ ...empty, SSO_CLIENT_ID: "site", SSO_CLIENT_SECRET: "word" }).network;
    expect(network).toMatchObject({ name: "LinkedIn", scopes: "openid email profile" });
  });

  test("a pooler is refused beside several hosts, because both would look for the primary", () => {
    const DATABASE_POOL_URL = "postgresql://pooler:6432/site";
    for (const DATABASE_URL of ["postgresql://one,two/site", "postgresql://one/site?target_session_attrs=read-write"])
      expect(() => readConfig({ DATABASE_URL, DATABASE_POOL_URL })).toThrow(
        /^The setting DATABASE_POOL_URL needs one host in DATABASE_URL/,
      );
    expect(readConfig({ DATABASE_URL: "postgresql://proxy/site", DATABASE_POOL_URL }).poolUrl).toBe(DATABASE_POOL_URL);
  });

  test.each([
    "postgresql://me:pa,ss@one:5432/pipelines?sslmode=verify-full",
    "postgresql://one:5432,two:5432/pipelines",
    "postgres://me:word@one,two,[::1]:5433/pipelines?target_session_attrs=read-write&sslmode=verify-full",
  ])("the address %s is taken", (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  test("pictures have one place, and a bucket needs its keys", () => {
    expect(readConfig({}).pictures).toBeUndefined();
    expect(readConfig({ PICTURES_DIR: "/srv/pictures" }).pictures).toEqual({ kind: "folder", folder: "/srv/pictures" });
    const bucket = {
      PICTURES_S3_URL: "https://s3.example/pictures/",
      PICTURES_S3_KEY_ID: "key",
      PICTURES_S3_SECRET: "secret",
    };
    expect(readConfig(bucket).pictures).toEqual({
      kind: "bucket",
      url: "https://s3.example/pictures",
      region: "us-east-1",
      keyId: "key",
      secret: "secret",
    });
    expect(() => readConfig({ ...bucket, PICTURES_DIR: "/srv" })).toThrow("PICTURES_DIR and PICTURES_S3_URL exclude");
    expect(() => readConfig({ ...bucket, PICTURES_S3_SECRET: "" })).toThrow("PICTURES_S3_SECRET is missing");
    expect(() => readConfig({ ...bucket, PICTURES_S3_KEY_ID: "" })).toThrow("PICTURES_S3_KEY_ID is missing");
    expect(() => readConfig({ ...bucket, PICTURES_S3_URL: "" })).toThrow("PICTURES_S3_URL is missing");
    const local = { ...bucket, PICTURES_S3_URL: "http://127.0.0.1:9000/pictures" };
    expect(() => readConfig(local)).toThrow("when NODE_ENV is production");
    expect(readConfig({ ...local, NODE_ENV: "test" }).pictures).toMatchObject({ url: local.PICTURES_S3_URL });
  });

  test("one process answers unless a production site has cores and memory for more, or somebody says how many", () => {
    expect(readConfig({ NODE_ENV: "test" }).processes).toBe(1);
    expect(readConfig({ NODE_ENV: "development" }).processes).toBe(1);
    expect(readConfig({}).processes).toBeGreaterThanOrEqual(1);
    expect(readConfig({}).processes).toBeLessThanOrEqual(4);
    expect(readConfig({ NODE_ENV: "test", PROCESSES: "3" }).processes).toBe(3);
  });

  test("the tests' limits are refused in production", () => {
    expect(() => readConfig({ RATE_LIMITS: "test" })).toThrow("RATE_LIMITS");
    expect(readConfig({ RATE_LIMITS: "test", NODE_ENV: "test" }).rateLimitFactor).toBe(1_000);
  });

  test("passwords that cost nothing to guess are for tests alone", () => {
    for (const NODE_ENV of ["production", "development", undefined])
      expect(() => readConfig({ PASSWORD_COST: "test", NODE_ENV })).toThrow(
        /^The setting PASSWORD_COST .* NODE_ENV is test/,
      );
    expect(readConfig({ PASSWORD_COST: "test", NODE_ENV: "test" }).passwordCost).toBe("test");
    expect(readConfig({}).passwordCost).toBe("full");
  });

  test("lists are split and trimmed; TLS shows in the address", () => {
    const config = readConfig({
      CORS_ORIGINS: " https://a.example , https://b.example,",
      TRUST_PROXY: "10.0.0.1",
      BASE_URL: "https://pipelines.example",
    });
    expect(config).toMatchObject({
      corsOrigins: ["https://a.example", "https://b.example"],
      trustProxy: ["10.0.0.1"],
      secure: true,
    });
  });

  test("a proxy's address is compared in the form that connections have", () => {
    expect(readConfig({ TRUST_PROXY: "::FFFF:127.0.0.1, [2001:DB8:0:0:0::1]" }).trustProxy).toEqual([
      "127.0.0.1",
      "2001:db8::1",
    ]);
  });
});
