/** Endings of domains that most addresses have. */
export const knownTopDomains: ReadonlySet<string> = new Set(
  'com org net edu gov int info biz name pro io co ai app dev me tv eu de at ch fr it es pt nl be lu uk ie dk se no fi is pl cz sk hu ro bg gr hr si rs ua ru tr il ae sa in cn jp kr tw hk sg my th vn id ph au nz za ng ke eg ma us ca mx br ar cl pe uy li lt lv ee js ts'.split(
    ' ',
  ),
)
