import { Suspense } from "react";
import type { RouteText } from "#features/route/pure/route-text.ts";
import type { Place } from "#features/route/pure/view.ts";
import { lazyPart } from "#ui/connection.ts";

const RoutePicker = lazyPart(async () => ({ default: (await import("./route-picker.tsx")).RoutePicker }));

/** The picker's code is loaded when it is first wanted. */
export function PickerLoader(props: { route: RouteText; place: Place; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <RoutePicker {...props} />
    </Suspense>
  );
}
