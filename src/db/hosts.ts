/** Values of `target_session_attrs` that ask for the primary. Other values of libpq are not supported. */
const TARGETS = new Set(["read-write", "primary"]);

/** scheme, user, hosts, and the rest from the path on */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/** An address with the parts that matter here. Undefined if it is none. */
function readParts(address: string) {
  const [, scheme = "", user = "", hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  if (scheme === "") return undefined;
  const [path = "", query = ""] = rest.split("?", 2);
  const parameters = new URLSearchParams(query);
  const target = parameters.get("target_session_attrs");
  parameters.delete("target_session_attrs");
  return { scheme, user, hosts: hosts.split(","), path, parameters, target };
}

/** The addresses of the single hosts in `postgresql://one:5432,two:5433/name`, in the same order. */
export function hostsOf(address: string): string[] {
  const parts = readParts(address);
  if (parts === undefined) return [address];
  const query = parts.parameters.size > 0 ? `?${parts.parameters.toString()}` : "";
  return parts.hosts.map((host) => `${parts.scheme}${parts.user}${host}${parts.path}${query}`);
}

/** Must the primary be looked for? True if the address names several hosts, or asks for a session that takes changes. */
export function isSearched(address: string): boolean {
  const parts = readParts(address);
  return parts !== undefined && (parts.hosts.length > 1 || parts.target !== null);
}

/** What is wrong with a database's address, as the end of a sentence. Undefined if nothing is. */
export function faultOfHosts(address: string): string | undefined {
  const parts = readParts(address);
  if (parts === undefined) return "must be a postgresql:// address";
  const isListed = ["host", "hostaddr", "port"].some((name) => parts.parameters.get(name)?.includes(","));
  if (isListed) return "must list several hosts before the database's name: postgresql://one:5432,two:5432/name";
  if (parts.target !== null && !TARGETS.has(parts.target))
    return "must ask for target_session_attrs=read-write or not at all: the app needs the server that takes changes";
  if (parts.hosts.length > 1 && parts.hosts.some((host) => host === "" || host.startsWith(":")))
    return "must name each of its hosts";
  if (!hostsOf(address).every((one) => URL.canParse(one)))
    return "must be an address such as postgresql://user:password@one.example:5432,two.example:5432/name";
  return undefined;
}

/** What is wrong with an address that leads to one server, whatever that is. */
export function faultOfOneHost(address: string): string | undefined {
  const isMore = faultOfHosts(address) === undefined && isSearched(address);
  return isMore ? "must name one host, without target_session_attrs" : faultOfHosts(address);
}

/** Addresses in a list are separated by commas, so each has one host. */
export function faultOfReplica(address: string): string | undefined {
  const fault = faultOfHosts(address);
  if (fault !== undefined) return `${fault}, for each replica`;
  return isSearched(address) ? "must name one host for each replica, without target_session_attrs" : undefined;
}

type Databases = { direct: string | undefined; pool: string | undefined; replicas: readonly string[] };

/** What is wrong with the database's addresses together, after "The setting". Undefined if nothing is. */
export function faultOfDatabases({ direct, pool, replicas }: Databases): string | undefined {
  if (direct === undefined && replicas.length > 0)
    return "DATABASE_REPLICA_URLS needs DATABASE_URL: the embedded database has no replicas";
  if (pool === undefined) return undefined;
  if (direct === undefined)
    return "DATABASE_POOL_URL needs DATABASE_URL, the address of the same database without the pooler";
  return isSearched(direct)
    ? "DATABASE_POOL_URL needs one host in DATABASE_URL, such as HAProxy's: pooler and app must go to the same primary"
    : undefined;
}

/** The database's place without user and password. */
export function placeOf(address: string): string {
  const parts = readParts(address);
  if (parts === undefined) return "an unknown address";
  return `${parts.hosts.join(",") || "the local socket"}${parts.path}`;
}
