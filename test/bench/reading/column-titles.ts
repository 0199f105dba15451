/** Of the parts of a contract. */
export const titles = [
  'Terms of payment',
  'Delivery',
  'Duties of the tenant',
  'Notice',
  'Liability',
  'Final provisions',
]
