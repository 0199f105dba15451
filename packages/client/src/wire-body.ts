const chunk = 0x8000

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += chunk) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunk))
  }
  return btoa(binary)
}

/** An input as JSON; bytes become base64, as the contract wants them. */
export const wireBody = (input: unknown): string =>
  JSON.stringify(input, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    // Node's Buffer has turned itself into something else by now; what it was is still in its place.
    const original = this[key]
    return original instanceof Uint8Array ? toBase64(original) : value
  })
