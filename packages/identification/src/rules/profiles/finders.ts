import type { CanonicalName } from '../labels/lexicon.ts'
import type { Option } from '../fields/option.ts'
import { findAddressee, findAddresseeAddress } from './addressee.ts'
import { findBankOfAccount } from './bank-of-account.ts'
import { findBirthPlace } from './birth-place.ts'
import { captioned } from './caption.ts'
import { findClaimant, findOpponent, sideOfCase } from './claim.ts'
import { findContact, findContactByNumber, findContactOfAddressee } from './contact.ts'
import { findCourt, findCourtSpokenOf } from './court.ts'
import { findAgent, findDeclarant } from './declarant.ts'
import { findEffectiveDate, findGoverningLaw, findNoticePeriod, findParties, findTerm } from './contract.ts'
import type { Finder } from './finding.ts'
import { findBuyer, findCurrency, findInvoiceDay, findNet, findSeller } from './invoice.ts'
import { findIssuer, findIssuingBank, findIssuingInsurer } from './issuer.ts'
import { findRecipient, findSender, findSubject } from './letter.ts'
import { findHeadName } from './head-name.ts'
import { findPaymentTerms } from './payment-terms.ts'
import { findLastDayToPay, findPeriodEnd, findPeriodStart } from './period.ts'
import { findJobTitle } from './job-title.ts'
import { findPropertyAddress } from './property.ts'
import { findCourtOfExtract, findGermanRegister, findRegisterCourt, findRegistered } from './register.ts'
import { findDayOfMeeting } from './meeting.ts'
import { findDay, findDayOfHead, findDayOfPlace, findHeadAddress, findMerchant, findReceiptTotal } from './receipt.ts'
import { findSignatory } from './signatory.ts'
import { findTaxRate } from './tax-rate.ts'

const onlyIn =
  (profiles: readonly string[], finder: Finder): Finder =>
  (finding) =>
    profiles.includes(finding.profile) ? finder(finding) : []

const notIn =
  (profiles: readonly string[], finder: Finder): Finder =>
  (finding) =>
    profiles.includes(finding.profile) ? [] : finder(finding)

const weaker =
  (finder: Finder, factor: number): Finder =>
  (finding) =>
    finder(finding).map((option): Option => ({ ...option, score: option.score * factor }))

const either =
  (...all: readonly Finder[]): Finder =>
  (finding) =>
    all.flatMap((finder) => finder(finding))

/** Where papers say a thing without a label. */
export const finders: Readonly<Partial<Record<CanonicalName, Finder>>> = {
  merchant: findMerchant,
  company: either(onlyIn(['receipt'], findMerchant), weaker(findIssuer, 0.9)),
  insurer: findIssuingInsurer,
  bank: either(findIssuingBank, findBankOfAccount),
  lender: findIssuingBank,
  insured: findAddressee,
  employee: onlyIn(['letter', 'other'], weaker(findAddressee, 0.9)),
  employer: onlyIn(['other', 'form', 'letter', 'invoice', 'receipt'], findIssuer),
  // Without a legal form anywhere, the letterhead is the best guess.
  seller: either(weaker(findSeller, 0.95), onlyIn(['invoice'], weaker(findMerchant, 0.55))),
  client: either(onlyIn(['letter'], weaker(findRecipient, 0.9)), onlyIn(['invoice', 'other'], findAddressee)),
  buyer: either(onlyIn(['invoice'], either(findBuyer, findAddressee)), onlyIn(['letter'], weaker(findRecipient, 0.9))),
  address: onlyIn(['receipt'], findHeadAddress),
  date: either(findDayOfMeeting, findDayOfPlace, onlyIn(['letter', 'other'], findDayOfHead), findDay),
  invoiceDate: either(findInvoiceDay, onlyIn(['invoice', 'receipt'], weaker(findDay, 0.85))),
  total: findReceiptTotal,
  subtotal: onlyIn(['invoice', 'receipt'], findNet),
  currency: findCurrency,
  parties: findParties,
  // A letter speaks of other papers, which have their days.
  effectiveDate: either(onlyIn(['letter'], weaker(findEffectiveDate, 0.6)), notIn(['letter'], findEffectiveDate)),
  // Where no day is said to be the first, it begins when it was made.
  startDate: either(findPeriodStart, onlyIn(['contract'], weaker(findEffectiveDate, 0.6))),
  dueDate: findLastDayToPay,
  endDate: findPeriodEnd,
  expiryDate: weaker(findPeriodEnd, 0.9),
  propertyAddress: findPropertyAddress,
  billingAddress: findAddresseeAddress,
  shippingAddress: onlyIn(['other', 'invoice'], weaker(findAddresseeAddress, 0.9)),
  signatory: either(findSignatory, weaker(findDeclarant, 0.9)),
  contactPerson: either(
    findContact,
    findContactByNumber,
    findContactOfAddressee,
    onlyIn(['letter'], weaker(findSignatory, 0.7)),
  ),
  court: either(findCourt, weaker(findCourtSpokenOf, 0.9)),
  plaintiff: either(captioned('plaintiff'), findClaimant, sideOfCase(0)),
  defendant: either(captioned('defendant'), findOpponent, sideOfCase(1)),
  principal: findDeclarant,
  agent: findAgent,
  name: findHeadName,
  birthPlace: findBirthPlace,
  taxRate: findTaxRate,
  companyNumber: either(findGermanRegister, findRegistered),
  registerCourt: either(findRegisterCourt, findCourtOfExtract),
  governingLaw: findGoverningLaw,
  jobTitle: findJobTitle,
  term: findTerm,
  noticePeriod: findNoticePeriod,
  paymentTerms: findPaymentTerms,
  sender: either(findSender, weaker(findDeclarant, 0.9), onlyIn(['other'], weaker(findIssuer, 0.85))),
  recipient: either(findRecipient, onlyIn(['invoice', 'other'], findAddressee)),
  subject: findSubject,
}

/** In a paper of no known kind the place says too little for these; only where a caller wants them, it is the best guess. */
export const wantedOnly: ReadonlySet<CanonicalName> = new Set<CanonicalName>([
  'merchant',
  'client',
  'recipient',
  'effectiveDate',
  'expiryDate',
  'employer',
  'employee',
  'seller',
  'billingAddress',
  'shippingAddress',
])

/** What only a caller asks for: without a schema a paper has other words for them. */
export const askedOnly: ReadonlySet<CanonicalName> = new Set<CanonicalName>([
  'mobile',
  'managingDirector',
  'bank',
  'accountHolder',
  'insurer',
  'owner',
  'registerCourt',
  'insured',
  'principal',
  'agent',
  'jobTitle',
  'paymentMethod',
  'witness',
  'socialSecurityNumber',
])
