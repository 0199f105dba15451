/** `lisbon/7b1f` is `7b1f` of the space `lisbon`, and `7b1f` of the common one (`''`): ids of e-mails hold no slash themselves. */
export function splitAtSpace(id: string): readonly [space: string, own: string] {
  const slash = id.indexOf('/')
  return slash === -1 ? ['', id] : [id.slice(0, slash), id.slice(slash + 1)]
}
