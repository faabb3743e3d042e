/** Of the field of a curve, in px: the layout and the drawing agree on it. */
export const CURVE_HEIGHT = 240;
