import type { Look } from '@chancery/core'

/** What a style says of the look of text; what it says nothing of is as around it, and false takes a look back. */
export type RunLook = { readonly [Name in Exclude<keyof Look, 'script'>]?: boolean } & {
  readonly script?: Look['script'] | 'none'
}

/** The look of a run as it differs from that of its paragraph, but for what is struck out, which is never mere looks: what is left is a run of the model. */
export function differing(look: RunLook, paragraph: RunLook): Look {
  const { bold, italic, underline, strike, code, script } = look
  return {
    ...(bold && !paragraph.bold ? { bold } : {}),
    ...(italic && !paragraph.italic ? { italic } : {}),
    ...(underline && !paragraph.underline ? { underline } : {}),
    ...(strike ? { strike } : {}),
    ...(code && !paragraph.code ? { code } : {}),
    ...(script !== undefined && script !== 'none' && script !== paragraph.script ? { script } : {}),
  }
}
