import { stepNamed } from './spans-of-time.ts'

const days: readonly (readonly [word: RegExp, expression: string])[] = [
  [/^(?:today|heute|aujourd'hui|hoy|oggi|hoje|vandaag)$/i, 'today'],
  [/^(?:tomorrow|morgen|demain|mañana|domani|amanhã)$/i, 'today | addDays:1'],
  [/^(?:yesterday|gestern|hier|ayer|ieri|ontem|gisteren)$/i, 'today | addDays:-1'],
]
const next = /^(?:next|nächste[nrs]?|coming|following|kommende[nrs]?)\s(\p{L}{2,12})$/iu
const last = /^(?:last|previous|letzte[nrs]?|vorige[nrs]?|past)\s(\p{L}{2,12})$/iu
const later = /^(?:in\s)?(\d{1,4})\s(\p{L}{2,12})(?:\s(?:from now|later))?$/iu
const ago = /^(?:vor\s)?(\d{1,4})\s(\p{L}{2,12})(?:\sago)?$/iu

/** A day that is said from today, as an expression: `today | addDays:1` of `tomorrow`, `today | addWeeks:1` of `next week`. */
export function dayNearBy(said: string): string | undefined {
  const known = days.find(([word]) => word.test(said))?.[1]
  if (known !== undefined) return known
  const isBefore = /\sago$|^vor\s/i.test(said)
  const [, count, unit = ''] = (isBefore ? ago : later).exec(said) ?? []
  if (count !== undefined && stepNamed(unit) !== undefined)
    return `today | ${stepNamed(unit)}:${isBefore ? '-' : ''}${count}`
  const [, coming = ''] = next.exec(said) ?? []
  const [, gone = ''] = last.exec(said) ?? []
  const step = stepNamed(coming) ?? stepNamed(gone)
  return step === undefined ? undefined : `today | ${step}:${coming === '' ? '-' : ''}1`
}
