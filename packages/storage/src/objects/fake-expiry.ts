/** Whether a signed address of Google or AWS has ended: `X-…-Date` is when it was signed, `X-…-Expires` its seconds. */
export function hasExpired({ searchParams }: URL, vendor: 'Goog' | 'Amz', now: Date): boolean {
  const signed = searchParams.get(`X-${vendor}-Date`)
  if (signed === null) return false
  const begun = Date.parse(signed.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  // What cannot be read is not good for ever.
  return !(now.getTime() < begun + Number(searchParams.get(`X-${vendor}-Expires`)) * 1000)
}
