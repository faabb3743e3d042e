/** Routes that one account may keep; a list that long is read, not counted. */
export const MAX_SAVED_ROUTES = 50;
/** Eight stops of several facets each, written by ids, are shorter. */
export const MAX_ROUTE_QUERY = 2_000;
