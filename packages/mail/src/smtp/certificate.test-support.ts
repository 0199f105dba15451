/** Of a server on 127.0.0.1, for tests alone: signed by itself, good until 2126. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUFpsyI9LW41wkvMmqBIthy08GI8MwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyNDE0MTA0MFoYDzIxMjYx
MDMxMTQxMDQwWjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATSKcFsLvLSEhs2YbiFfS6Cv/ZbjwW5iW0QZ/CqoMq1z9HG
lLTonVXlkKloegEHAvicoihc2+xBvw73lumvxV3Ao28wbTAdBgNVHQ4EFgQUrD/v
7PCX04Z2aWHWzz6xHebqrTAwHwYDVR0jBBgwFoAUrD/v7PCX04Z2aWHWzz6xHebq
rTAwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
CgYIKoZIzj0EAwIDSAAwRQIgNy6hlb6SNHK1B0O9u5wuPCpwbY/vPGXEJ/YhFOrt
mLICIQCGsjJOYtIYIktpvd4KMGJILDrkGCD7r/lovexw7CPiFw==
-----END CERTIFICATE-----
`

/** Its key, open to everybody: it vouches for nothing, and no product code or deployment knows it. */
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTBMTktE6BfwbNUQC
FPlZ7Ulv7QsCDgDjILc8qAUaV4ihRANCAATSKcFsLvLSEhs2YbiFfS6Cv/ZbjwW5
iW0QZ/CqoMq1z9HGlLTonVXlkKloegEHAvicoihc2+xBvw73lumvxV3A
-----END PRIVATE KEY-----
`
