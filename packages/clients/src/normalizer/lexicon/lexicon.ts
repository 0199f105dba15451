import type { ClientField } from '@chancery/core'
import { birthDate } from './birth-date.ts'
import { country } from './country.ts'
import { email } from './email.ts'
import { externalId } from './external-id.ts'
import { familyName } from './family-name.ts'
import { givenName } from './given-name.ts'
import { honorific } from './honorific.ts'
import { jobTitle } from './job-title.ts'
import { language } from './language.ts'
import { locality } from './locality.ts'
import { name } from './name.ts'
import { notes } from './notes.ts'
import { organization } from './organization.ts'
import { phone } from './phone.ts'
import { postcode } from './postcode.ts'
import { region } from './region.ts'
import { street } from './street.ts'
import { taxId } from './tax-id.ts'
import { website } from './website.ts'

/**
 * What columns are called in the exports of address books, CRMs, offices, accounting and practice software, separated by
 * bars: in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish, Norwegian and Czech, with
 * the properties of vCards; then in Finnish, Hungarian, Turkish, Russian and Japanese; then abbreviations; last what is
 * commonest in Ukrainian, Greek, Romanian, Korean, Chinese, Hebrew, Arabic and Slovak.
 * Compared folded: without case, accents and punctuation; no name stands twice. Names of a running number are left out on
 * purpose: they would prove an identity that is none. In Japanese the reading of a name (フリガナ) is none of ours.
 */
export const lexicon: Readonly<Record<ClientField, readonly string[]>> = {
  name,
  givenName,
  familyName,
  honorific,
  organization,
  jobTitle,
  email,
  phone,
  street,
  postcode,
  locality,
  region,
  country,
  birthDate,
  taxId,
  website,
  language,
  notes,
  externalId,
  // Only exports of the directory have them; `mapColumns` knows those.
  chanceryId: [],
  kind: [],
  externalIds: [],
  contactLabels: [],
  updatedAt: ['REV'],
}
