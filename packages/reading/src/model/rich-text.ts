import type { Formula, Link, Look, Revision } from '@chancery/core'
import type { TextMarks } from './block-sink.ts'
import { cleanText } from './model-builder.ts'

/** A text as it grows, with what is said of parts of it. */
export class RichText implements TextMarks {
  readonly links: (Omit<Link, 'span'> & { readonly start: number; readonly end: number })[] = []
  readonly revisions: (Omit<Revision, 'span' | 'text'> & { readonly start: number; readonly end: number })[] = []
  readonly runs: (Look & { readonly start: number; readonly end: number })[] = []
  readonly formulas: (Omit<Formula, 'span'> & { readonly start: number; readonly end: number })[] = []
  readonly references: { readonly to: string; readonly start: number; readonly end: number }[] = []
  private readonly pieces: string[] = []
  length = 0

  add(text: string): void {
    const clean = cleanText(text)
    if (clean === '') return
    this.pieces.push(clean)
    this.length += clean.length
  }

  /** Another text after this one, parted by `separator` where both say something. */
  join(other: RichText, separator = '\n'): void {
    if (this.length > 0 && other.length > 0) this.add(separator)
    const shift = this.length
    this.add(other.toString())
    for (const { start, end, ...link } of other.links) {
      this.links.push({ ...link, start: start + shift, end: end + shift })
    }
    for (const { start, end, ...revision } of other.revisions) {
      this.revisions.push({ ...revision, start: start + shift, end: end + shift })
    }
    for (const { start, end, ...look } of other.runs)
      this.runs.push({ ...look, start: start + shift, end: end + shift })
    for (const { latex, start, end } of other.formulas) {
      this.formulas.push({ latex, start: start + shift, end: end + shift })
    }
    for (const { to, start, end } of other.references) {
      this.references.push({ to, start: start + shift, end: end + shift })
    }
  }

  /** What was added since `start` leads to `target`, if anything was and the target is one to follow; runs of one link are one. */
  link(start: number, target: Omit<Link, 'span'> | undefined): void {
    if (target === undefined || this.length <= start) return
    const last = this.links.at(-1)
    if (last?.end === start && isSameTarget(last, target))
      this.links[this.links.length - 1] = { ...last, end: this.length }
    else this.links.push({ ...target, start, end: this.length })
  }

  /** What was added since `start` looks like this. */
  format(start: number, look: Look): void {
    if (this.length <= start || isPlain(look)) return
    const last = this.runs.at(-1)
    if (last !== undefined && last.end === start && isSameLook(last, look)) {
      this.runs[this.runs.length - 1] = { ...last, end: this.length }
    } else if (last === undefined || last.end <= start) this.runs.push({ ...look, start, end: this.length })
  }

  /** What was added since `start` is a formula. */
  formula(start: number, latex: string): void {
    if (this.length > start) this.formulas.push({ latex: cleanText(latex), start, end: this.length })
  }

  /** Whether nothing but spaces stands outside of formulas. */
  get isFormula(): boolean {
    const text = this.toString()
    let at = 0
    for (const { start, end } of this.formulas) {
      if (text.slice(at, start).trim() !== '') return false
      at = end
    }
    return at > 0 && text.slice(at).trim() === ''
  }

  /** What was added since `start`, or the place here, refers to a note. */
  refer(to: string, start = this.length): void {
    this.references.push({ to, start, end: this.length })
  }

  get marks(): TextMarks {
    return {
      ...(this.links.length === 0 ? {} : { links: this.links.toSorted((a, b) => a.start - b.start) }),
      ...(this.revisions.length === 0 ? {} : { revisions: this.revisions }),
      ...(this.runs.length === 0 ? {} : { runs: this.runs }),
      ...(this.formulas.length === 0 ? {} : { formulas: this.formulas }),
      ...(this.references.length === 0 ? {} : { references: this.references }),
    }
  }

  toString(): string {
    return this.pieces.join('')
  }
}

const looks = ['bold', 'italic', 'underline', 'strike', 'code', 'script'] as const
const isPlain = (look: Look): boolean => looks.every((name) => look[name] === undefined)
const isSameTarget = (one: Omit<Link, 'span'>, other: Omit<Link, 'span'>): boolean =>
  one.url === other.url && one.anchor === other.anchor && one.page === other.page
const isSameLook = (one: Look, other: Look): boolean => looks.every((name) => one[name] === other[name])

/** An address as a link; none where a browser would run it. */
export function linkTarget(address: string | undefined): Omit<Link, 'span'> | undefined {
  const target = address?.trim() ?? ''
  // Browsers pass over spaces and control characters in a scheme.
  // oxlint-disable-next-line no-control-regex -- it is these that browsers pass over
  const scheme = target.slice(0, 100).replaceAll(/[\u0000-\u0020]/g, '')
  if (target === '' || /^(?:[a-z]*script|data):/i.test(scheme)) return undefined
  return target.startsWith('#') ? { anchor: target.slice(1) } : { url: target }
}
