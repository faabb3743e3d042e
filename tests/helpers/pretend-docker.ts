import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const serviceSchema = z.object({
  image: z.string().optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })).default({}),
  healthcheck: z.unknown().optional(),
});
const fileSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.unknown()).default({}),
  volumes: z.record(z.string(), z.unknown()).default({}),
});

/** The mistakes that `docker compose` would report in its files. They are in one folder with `.env`. */
export function composeFaults(files: readonly string[]): string[] {
  const folder = dirname(files[0] ?? "");
  const lines = readFileSync(join(folder, ".env"), "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
  const texts = files.map((file) => readFileSync(file, "utf8").replace(/^\s*#.*$/gm, ""));
  const parts = texts.map((text) => fileSchema.parse(parse(text)));
  const services = parts.flatMap((part) => Object.entries(part.services));
  const declared = new Set(
    parts.flatMap(({ volumes, networks }) => [...Object.keys(volumes), ...Object.keys(networks)]),
  );
  const has = (name: string, test: (one: z.infer<typeof serviceSchema>) => boolean): boolean =>
    services.some(([other, one]) => other === name && test(one));
  const unset = texts.flatMap((text) =>
    [...text.matchAll(/\$\{([A-Z_]+):\?\}/g)].flatMap(([, name = ""]) => (settings[name] ? [] : `${name} is not set`)),
  );
  const wrong = services.flatMap(([name, { build, volumes, networks, depends_on }]) => [
    ...(has(name, (one) => one.build !== undefined || one.image !== undefined) ? [] : [`${name} has no image`]),
    ...(build && !existsSync(join(folder, build.context, build.dockerfile))
      ? [`${build.dockerfile} is not there`]
      : []),
    ...volumes.flatMap((volume) => {
      const [source = ""] = volume.split(":");
      const isThere = source.startsWith(".") ? existsSync(join(folder, source)) : declared.has(source);
      return isThere ? [] : [`${source} is not there`];
    }),
    ...(Array.isArray(networks) ? networks : Object.keys(networks)).flatMap((network) =>
      declared.has(network) ? [] : [`${network} is not a network`],
    ),
    ...Object.keys(depends_on).flatMap((other) =>
      // The image of the app has its own, in its Dockerfile.
      has(other, (one) => one.healthcheck !== undefined || one.build !== undefined)
        ? []
        : [`${other} is never healthy`],
    ),
  ]);
  return [...new Set([...unset, ...wrong])];
}

/** `docker compose -f FILE … up` or `exec SERVICE COMMAND`. @returns the command that is to run in the container */
export function composed(args: readonly string[]): string[] | undefined {
  const [what, ...own] = args;
  const files: string[] = [];
  while (own[0] === "-f") {
    own.shift();
    files.push(own.shift() ?? "");
  }
  if (what !== "compose" || files.length === 0) throw new Error(`docker ${args.join(" ")} is not known here.`);
  const faults = composeFaults(files);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const [action, service = "", ...command] = own;
  if (action === "up") {
    if (own.join(" ") !== "up --build -d") throw new Error(`docker compose ${own.join(" ")} is not known here.`);
    return undefined;
  }
  const { services } = fileSchema.parse(parse(readFileSync(files[0] ?? "", "utf8")));
  if (action !== "exec" || !services[service]) throw new Error(`docker compose ${own.join(" ")} is not known here.`);
  return command;
}
