abi <abi/4.0>,
include <tunables/global>

# What it is allowed is not confined: recorded programs inherit it. It may make user namespaces.
profile "${executable}" "/opt/${sanitizedProductName}/hagstone-app" flags=(unconfined) {
  userns,

  include if exists <local/${executable}>
}
