import type { ClientField } from '@chancery/core'
import { fold } from './fold.ts'

/** What says a field only where no other column says it better: a name at birth beside the one that somebody goes by. */
const secondChoices: ReadonlyMap<string, ClientField> = new Map([
  [fold('nom de naissance'), 'familyName'],
  [fold('eigen naam'), 'familyName'],
  // Beside the district that is the place of a Turkish address.
  ...['şehir', 'kent'].map((name) => [fold(name), 'region'] as const),
  // Of a register; no tax office gives them.
  ...(
    'siren|kvk|kvk nummer|kvk nr|regon|nr regon|numer regon|krs|nr krs|numer krs|ičo|ič|ičo firmy|ič firmy|' +
    'identifikační číslo|identifikační číslo osoby|identifikační číslo organizace|identifikačné číslo|' +
    'identifikačné číslo organizácie|cégjegyzékszám|matični broj|matična številka|company number|company no|' +
    'company registration number|company reg no|companies house number|crn|eik|еик|bulstat|handelsregisternummer|hrb nummer'
  )
    .split('|')
    .map((name) => [fold(name), 'taxId'] as const),
])

export const fieldOfSecondChoice = (column: string): ClientField | undefined => secondChoices.get(fold(column))
