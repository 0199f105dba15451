# The versions that the arguments were looked up in: test/deploy/provider-arguments.json. Write-only arguments need Terraform 1.11.
terraform {
  required_version = ">= 1.11.0, < 2.0.0"
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "6.50.0"
    }
    google-beta = {
      source  = "hashicorp/google-beta"
      version = "6.50.0"
    }
  }
}
