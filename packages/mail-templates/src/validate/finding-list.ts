import {
  ChanceryError,
  type EmailFinding,
  type EmailTemplateReport,
  type Finding,
  type InspectEmailRequest,
  pointerTo,
  suggest,
} from '@chancery/core'
import { excerptOf, gravest } from '@chancery/tags'
import { asWritten, locationOf, type SourceField } from '../parse/source-field.ts'
import { adviceCodes, adviceOn, groupOf } from './advice.ts'
import type { Tell } from './rule.ts'

/** Most findings of one code, feature and severity that are listed, and of all. The last of them says how many more there are. */
const most = { ofKind: 50, ofAll: 1000 }

/** Findings about data, translations and how data is written, that are advice too. */
const ofData = [
  'unused_data',
  'optional_value',
  'unknown_value',
  'odd_value',
  'missing_translation',
  'raw_output',
  'html_value',
]

/** How grave findings are taken. */
export type Strictness = Pick<InspectEmailRequest, 'profile' | 'severities'>

/** @throws `invalid_request` for codes that there are not. */
export function assertKnownCodes({ severities = {} }: Strictness): void {
  const known = [...adviceCodes, ...ofData]
  const violations = Object.keys(severities).flatMap((code) => {
    if (known.includes(code)) return []
    const near = suggest(code, known)
    const hint =
      near === undefined ? 'What makes a template impossible to fill stays an error.' : `Did you mean "${near}"?`
    return [
      {
        pointer: pointerTo(['severities', code]),
        code: 'unknown_code',
        message: `No advice has the code "${code.slice(0, 64)}".`,
        hint,
      },
    ]
  })
  if (violations.length > 0)
    throw new ChanceryError('invalid_request', 'A code of findings is not known.', { violations })
}

const order = { subject: 0, text: 1, html: 2 }

type Counted = { -readonly [K in keyof Summed]: Summed[K] }
type Summed = EmailTemplateReport['summary'][number]

/** Collects the findings of a check: weighed by the profile, bounded in number, in the order of the template. */
export class FindingList {
  private readonly found: EmailFinding[] = []
  /** By code, feature and severity. */
  private readonly kinds = new Map<string, { readonly listed: EmailFinding[]; count: number }>()
  private readonly summary = new Map<string, Counted>()
  private readonly profile: NonNullable<Strictness['profile']>
  private readonly severities: NonNullable<Strictness['severities']>

  constructor({ profile = 'default', severities = {} }: Strictness) {
    this.profile = profile
    this.severities = severities
  }

  /** For rules: what the table of advice says, or the words given. */
  readonly tell: Tell = (code, field, [start, end], words = {}) => {
    if (code === 'partial_support' && this.profile !== 'strict' && !Object.hasOwn(this.severities, code)) return
    const {
      group,
      advice: [base, message, hint],
    } = adviceOn(code)
    if ((group === 'clients' || group === 'css') && !isWritten(field, start, end)) return
    const severity = this.weighed(code, words.severity ?? base)
    if (severity === undefined) return
    const { feature, clients, url, path } = words
    this.note(code, feature, group, severity, () => ({
      code,
      severity,
      group,
      message: words.message ?? message,
      hint: words.hint ?? hint,
      location: { ...placeOf(field, start, end), ...(path === undefined ? {} : { path }) },
      ...(feature === undefined || clients === undefined ? {} : { feature }),
      ...(clients === undefined ? {} : { clients }),
      ...(url === undefined ? {} : { url }),
    }))
  }

  /** A finding of the parser, of filling or of the data; its errors stay what they are. */
  add(finding: Finding & Pick<EmailFinding, 'locale'>, field?: SourceField): void {
    const severity = finding.severity === 'error' ? 'error' : this.weighed(finding.code, finding.severity)
    const group = groupOf(finding.code)
    if (severity === undefined) return
    const { location } = finding
    const { start, end } = location ?? {}
    this.note(finding.code, undefined, group, severity, () => ({
      ...finding,
      severity,
      group,
      ...(field === undefined || start === undefined || end === undefined
        ? {}
        : { location: { ...location, ...placeOf(field, start, end) } }),
    }))
  }

  /** All that is listed, and how many there are of each code. */
  report(): Pick<EmailTemplateReport, 'findings' | 'summary'> {
    const kept = new Set(gravest(this.found, most.ofAll))
    const more = new Map<EmailFinding, number>()
    for (const { listed, count } of this.kinds.values()) {
      const told = listed.filter((finding) => kept.has(finding))
      const last = told.at(-1)
      if (last !== undefined && count > told.length) more.set(last, count - told.length)
    }
    const findings = [...kept].map((finding) => {
      const others = more.get(finding)
      return others === undefined
        ? finding
        : { ...finding, message: `${finding.message} (And ${others} more of this kind.)` }
    })
    const fieldOrder = ({ location }: EmailFinding): number => order[location?.field as keyof typeof order] ?? 3
    findings.sort(
      (a, b) =>
        (a.locale ?? '').localeCompare(b.locale ?? '') ||
        fieldOrder(a) - fieldOrder(b) ||
        (a.location?.start ?? 0) - (b.location?.start ?? 0),
    )
    return { findings, summary: [...this.summary.values()] }
  }

  /** The severity by overrides and profile; nothing where it is not told. */
  private weighed(code: string, base: Finding['severity']): Finding['severity'] | undefined {
    const own = Object.hasOwn(this.severities, code) ? this.severities[code] : undefined
    if (own !== undefined) return own === 'off' ? undefined : own
    if (this.profile === 'lenient' && base === 'info') return undefined
    return this.profile === 'strict' && base === 'warning' ? 'error' : base
  }

  /** Counts a finding, and lists it unless there are enough of its kind. */
  private note(
    code: string,
    feature: string | undefined,
    group: EmailFinding['group'],
    severity: Finding['severity'],
    make: () => EmailFinding,
  ): void {
    const key = `${code} ${severity}`
    const sum = this.summary.get(key)
    if (sum === undefined) this.summary.set(key, { code, group, severity, count: 1 })
    else sum.count += 1
    const kindKey = feature === undefined ? key : `${key} ${feature}`
    const kind = this.kinds.get(kindKey) ?? { listed: [], count: 0 }
    if (kind.count === 0) this.kinds.set(kindKey, kind)
    kind.count += 1
    if (kind.listed.length >= most.ofKind) return
    const finding = make()
    kind.listed.push(finding)
    this.found.push(finding)
  }
}

/** Whether somebody wrote what stands there; the styles that MJML writes by itself fall back where they are not known. */
const isWritten = (field: SourceField, start: number, end: number): boolean =>
  field.origin === undefined ||
  field.origin.placeOf(start, end) !== undefined ||
  field.origin.field.source.includes(field.source.slice(start, end))

/** Line, column, offsets, and what stands around. */
function placeOf(made: SourceField, start: number, end: number): NonNullable<Finding['location']> {
  const least = Math.min(start, made.source.length)
  const { field, start: from, end: to } = asWritten(made, least, Math.min(Math.max(least, end), made.source.length))
  const { excerpt, caret } = excerptOf(field.source, { start: from, end: to })
  return {
    ...locationOf(field, from, to),
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(caret === undefined ? {} : { caret }),
  }
}
