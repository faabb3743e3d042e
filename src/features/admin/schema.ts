import { z } from "zod";

const text = z.string().max(1_000);
const code = z.string().max(20);

export const adminLoginSchema = z.object({
  email: text,
  password: text,
  code: code.nullish(),
});
export const adminHandleSchema = z.object({ token: z.string() });
export const adminVerifySchema = z.object({ token: text.nullish() });
export const isAdminSchema = z.object({ isAdmin: z.boolean() });

export const adminSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    totp: z.boolean(),
  })
  .meta({ id: "Admin", description: "The signed-in administrator" });
export type AdminView = z.infer<typeof adminSchema>;

export const totpBeginSchema = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** otpauth://…, for a QR code. */
  uri: z.string(),
});
export const totpConfirmSchema = z.object({ code });
export const totpRemoveSchema = z.object({ password: text, code });

export const adminSessionsSchema = z
  .object({
    sessions: z.array(
      z.object({
        _id: z.string(),
        kind: z.enum(["browser", "client"]),
        device: z.string(),
        created: z.string(),
        used: z.string(),
        expires: z.string(),
        current: z.boolean(),
      }),
    ),
  })
  .meta({ id: "AdminSessions", description: "Where the administrator is signed in" });
export type AdminSessions = z.infer<typeof adminSessionsSchema>;
