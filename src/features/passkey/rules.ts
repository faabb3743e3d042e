export const MAX_PASSKEY_NAME = 60;

/** A limit, so that a borrowed session cannot hide one passkey among hundreds. */
export const MAX_PASSKEYS = 20;
