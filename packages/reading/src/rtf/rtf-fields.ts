import type { FormField, Link } from '@chancery/core'
import { linkTarget } from '../model/rich-text.ts'

/** What `\formfield` says of a form field of old. */
export interface RtfFormField {
  name: string
  /** 0: text, 1: checkbox, 2: list. */
  type: number
  result?: number
  defaultResult?: number
  readonly options: string[]
}

export interface RtfField {
  instruction: string
  /** What it shows; gathered for form fields and signs only. */
  result: string
  /** Whether it shows nothing. */
  isEmpty: boolean
  link?: Omit<Link, 'span'> | undefined
  form?: RtfFormField
}

const hyperlink = /^\s{0,20}HYPERLINK\s/i

/** Where a HYPERLINK field leads. */
export function linkOf(instruction: string): Omit<Link, 'span'> | undefined {
  const written = instruction.slice(0, 4096)
  if (!hyperlink.test(written)) return undefined
  const anchor = /\\l\s{0,20}"([^"]{1,1000})"/i.exec(written)?.[1]
  const address = /^\s{0,20}HYPERLINK\s{1,20}(?:\\[a-km-z]\s{1,20}){0,4}(?:"([^"]{0,3000})"|([^\s"\\]{1,3000}))/i.exec(
    written,
  )
  const target = linkTarget(address?.[1] ?? address?.[2])
  if (target !== undefined) return anchor === undefined ? target : { ...target, anchor }
  return anchor === undefined ? undefined : { anchor }
}

/** Result 25 means "see the default" (RTF 1.9.1, "Form Fields"). */
const seeDefault = 25

export function formFieldOf({ form, result }: RtfField): FormField | undefined {
  if (form === undefined || form.name.trim() === '') return undefined
  const name = form.name.trim()
  const chosen = form.result === undefined || form.result === seeDefault ? form.defaultResult : form.result
  if (form.type === 1) return { name, type: 'checkbox', value: chosen === 1 }
  if (form.type === 2) return { name, type: 'choice', value: form.options[chosen ?? 0] ?? null, options: form.options }
  // Word fills an empty text field with en spaces.
  return { name, type: 'text', value: result.replaceAll('\u2002', ' ').trim() }
}
