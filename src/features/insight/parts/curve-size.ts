/** The height of a curve's field in px, for layout and drawing. */
export const CURVE_HEIGHT = 240;
