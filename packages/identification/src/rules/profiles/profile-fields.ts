import type { Identification } from '@chancery/core'
import type { CanonicalName } from '../labels/lexicon.ts'

interface ProfileFields {
  /** Told as missing where they are not found. */
  readonly expected: readonly CanonicalName[]
  readonly also: readonly CanonicalName[]
}

/** What papers of each kind have. */
export const profileFields: Readonly<Partial<Record<Identification['profile'], ProfileFields>>> = {
  invoice: {
    expected: ['invoiceNumber', 'invoiceDate', 'seller', 'total'],
    also: [
      'dueDate',
      'deliveryDate',
      'buyer',
      'subtotal',
      'tax',
      'taxRate',
      'currency',
      'iban',
      'bic',
      'vatId',
      'orderNumber',
      'customerNumber',
      'reference',
      'email',
      'phone',
    ],
  },
  receipt: {
    expected: ['merchant', 'date', 'total'],
    also: ['address', 'subtotal', 'tax', 'receiptNumber', 'phone', 'email', 'vatId'],
  },
  contract: {
    expected: ['parties', 'effectiveDate'],
    also: [
      'governingLaw',
      'term',
      'noticePeriod',
      'endDate',
      'landlord',
      'tenant',
      'employer',
      'employee',
      'lender',
      'borrower',
      'interestRate',
      'contractNumber',
      'rent',
      'deposit',
      'salary',
      'price',
      'propertyAddress',
      'email',
      'phone',
    ],
  },
  letter: {
    expected: ['sender', 'recipient', 'date'],
    also: ['subject', 'reference', 'caseNumber', 'customerNumber', 'contactPerson', 'email', 'phone'],
  },
  identity: {
    expected: ['documentNumber', 'birthDate'],
    also: [
      'name',
      'firstName',
      'lastName',
      'issueDate',
      'expiryDate',
      'nationality',
      'birthPlace',
      'sex',
      'address',
      'email',
      'phone',
    ],
  },
}
