import * as z from 'zod'

/** A filled e-mail, as it would be. */
export const emailPreview = z.lazy(() =>
  z
    .object({ subject: z.string(), html: z.string().optional(), text: z.string().optional() })
    .meta({ id: 'EmailPreview' }),
)
