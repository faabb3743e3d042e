import type { OtherParameter, RouteText } from "#features/route/pure/route-text.ts";

/** The route as hidden fields of a GET form that changes another part of it. */
export function HiddenFields({ route, without = [] }: { route: RouteText; without?: readonly OtherParameter[] }) {
  return (
    <>
      {route.stops.map((stop, at) => (
        <input key={`stop ${at}`} type="hidden" name="stop" value={stop} />
      ))}
      {route.thens.map((then, at) => (
        <input key={`then ${at}`} type="hidden" name="then" value={then} />
      ))}
      {route.others
        .filter(([name]) => !without.some((one) => one === name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
    </>
  );
}
