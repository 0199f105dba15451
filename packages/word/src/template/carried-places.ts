import { signs } from './carried-tags.ts'

/** A place that docxtemplater does not see: its text is filled in a run nearby, and written there afterwards. */
export type Place =
  /** An attribute's value; `ofChart`: of the drawing of a chart, whose data it may name. */
  | { readonly kind: 'attribute'; readonly ofChart?: true }
  /** The relation of a chart, `id`, that leads to `target`; its data may come with the texts of other places, by number. */
  | { readonly kind: 'chart'; readonly id: string; readonly target: string; readonly texts: readonly number[] }
  /** The target of a relation of its part, which `r:id` names. */
  | { readonly kind: 'address'; readonly target: string; readonly type: string }
  /** A field code; of a link its values are parts of an address. */
  | { readonly kind: 'code'; readonly isAddress: boolean }
  /** What a field shows, which takes the place of the field; kept where the data has nothing for it. */
  | { readonly kind: 'result' }
  | { readonly kind: 'formField'; readonly type: 'text' | 'checkBox' | 'dropDown'; readonly tag: string }
  | { readonly kind: 'control'; readonly tag: string }
  /** Nothing is written: a run that only holds where a section begins or ends. */
  | { readonly kind: 'none' }

/** The places of a template, by number. */
export class CarriedPlaces {
  readonly all: Place[] = []

  /** The sign of a place that has no text of its own. */
  addSign(place: Place): string {
    this.all.push(place)
    return `${signs.place}${this.all.length - 1}${signs.end}`
  }

  /** The run that holds a place's text, and the sign that stands in the place. */
  add(place: Place, text: string): { readonly run: string; readonly sign: string } {
    this.all.push(place)
    const number = this.all.length - 1
    return {
      run: `${runStart}${signs.place}${number}${signs.text}${text}${signs.end}${runEnd}`,
      sign: `${signs.place}${number}${signs.end}`,
    }
  }
}

export const runStart = '<w:r><w:t xml:space="preserve">'
export const runEnd = '</w:t></w:r>'
