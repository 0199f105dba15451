/** Spellings of addresses that are not the public internet, and of names that mean such, by what they are. */
const spellings: Readonly<Record<string, string>> = {
  thisMachineInNumbers: `127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0x7F.1 017700000001 0177.0.0.1
    0177.1 00000177.0.0.1 0x7f.0x0.0x0.0x1 127.0.0.0x1 127.0.0.1. 0 0.0.0.0 0x0`,
  // A URL parser folds them.
  otherLetters: '①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 %31%32%37.0.0.1',
  ofIpv6: `[::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1]
    [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
    [::ffff:0:127.0.0.1] [::FFFF:10.0.0.5]`,
  privateNetworks: `10.0.0.5 10.5 0xa000005 167772165 012.0.0.5 172.16.0.1 172.31.255.254 2886729729 192.168.1.1 192.168.257
    0xc0a80101 3232235777 100.64.0.1 198.18.0.1 192.0.0.1 [fd00::1] [fc00::1] [fe80::1] [fec0::1]`,
  metadataOfClouds: `169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 [::ffff:169.254.169.254]
    [fd00:ec2::254] metadata.google.internal METADATA.google.internal.`,
  toManyOrForLater: '255.255.255.255 224.0.0.1 240.0.0.1 [ff02::1]',
  names: 'localhost LOCALHOST localhost. a.localhost localhost.localdomain printer.local nas.home.arpa',
  // Only a look-up shows what they are.
  innocentNames: `inside.test six.inside.test mapped.inside.test metadata.inside.test both.inside.test
    xn--nside-tra.inside.test`,
}

export const privateHosts: readonly string[] = Object.values(spellings).flatMap((each) => each.split(/\s+/))
