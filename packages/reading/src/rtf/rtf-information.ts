import { isoDate } from './rtf-state.ts'

/** Words of `\info` and what they are called in the model. */
const texts = new Map(
  Object.entries({
    title: 'title',
    subject: 'subject',
    author: 'author',
    keywords: 'keywords',
    doccomm: 'description',
    operator: 'lastModifiedBy',
    company: 'company',
    category: 'category',
    manager: 'manager',
  }),
)
const times = new Map(Object.entries({ creatim: 'created', revtim: 'modified', printim: 'printed' }))
const parts = ['yr', 'mo', 'dy', 'hr', 'min'] as const

/** The properties of the document (RTF 1.9.1, "Information Group"). */
export class RtfInformation {
  readonly values: Record<string, string> = {}
  private readonly dates = new Map<string, Record<string, number>>()
  private date: Record<string, number> | undefined

  isText(name: string): boolean {
    return texts.has(name)
  }

  text(name: string, text: string): void {
    const property = texts.get(name)
    if (property !== undefined) this.values[property] = text
  }

  word(name: string, value: number): void {
    const property = times.get(name)
    if (property !== undefined) {
      this.date = {}
      this.dates.set(property, this.date)
    } else if (this.date !== undefined && parts.includes(name as (typeof parts)[number])) this.date[name] = value
  }

  /** All of them, dates as ISO 8601. */
  all(): Readonly<Record<string, string>> {
    const dates: Record<string, string> = {}
    for (const [property, { yr = 0, mo = 0, dy = 0, hr = 0, min = 0 }] of this.dates) {
      const date = isoDate(yr, mo, dy, hr, min)
      if (date !== undefined) dates[property] = date
    }
    return { ...this.values, ...dates }
  }
}
