import type { ClientField } from '@chancery/core'
import { fold } from './fold.ts'

/** What says a field only where no other column says it better: a name at birth beside the one that somebody goes by. */
const secondChoices: ReadonlyMap<string, ClientField> = new Map([
  [fold('nom de naissance'), 'familyName'],
  [fold('eigen naam'), 'familyName'],
  // Beside the district that is the place of a Turkish address.
  ...['şehir', 'kent'].map((name) => [fold(name), 'region'] as const),
  // Of a register; no tax office gives them.
  ...['siren', 'kvk', 'regon'].map((name) => [fold(name), 'taxId'] as const),
])

export const fieldOfSecondChoice = (column: string): ClientField | undefined => secondChoices.get(fold(column))
