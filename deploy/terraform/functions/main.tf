# Where the state is: `terraform init -backend-config="bucket=…" -backend-config="prefix=…"`, another prefix for each environment.
terraform {
  backend "gcs" {}
}

provider "google" {
  project = var.project
  region  = var.region
}

provider "google-beta" {
  project = var.project
  region  = var.region
}

data "google_project" "current" {
  project_id = var.project
}

locals {
  name = "chancery-${var.environment}"
  # Known before there is a service: Cloud Run makes it of the name and the project's number.
  address = "https://${local.name}-${data.google_project.current.number}.${var.region}.run.app"
}

# A function has no socket to Cloud SQL, as a service of Cloud Run has: it reaches the database by a private network.
resource "google_project_service" "network" {
  for_each = toset([
    "cloudbuild.googleapis.com",
    "cloudfunctions.googleapis.com",
    "compute.googleapis.com",
    "servicenetworking.googleapis.com",
    "vpcaccess.googleapis.com",
  ])
  project            = var.project
  service            = each.value
  disable_on_destroy = false
}

resource "google_compute_network" "private" {
  project                 = var.project
  name                    = local.name
  auto_create_subnetworks = false

  depends_on = [google_project_service.network]
}

# Addresses for Google's services inside of it, the database's among them.
resource "google_compute_global_address" "services" {
  project       = var.project
  name          = "${local.name}-services"
  purpose       = "VPC_PEERING"
  address_type  = "INTERNAL"
  prefix_length = 20
  network       = google_compute_network.private.id
}

resource "google_service_networking_connection" "services" {
  network                 = google_compute_network.private.id
  service                 = "servicenetworking.googleapis.com"
  reserved_peering_ranges = [google_compute_global_address.services.name]
  deletion_policy         = "ABANDON"
}

resource "google_vpc_access_connector" "function" {
  project       = var.project
  name          = local.name
  region        = var.region
  network       = google_compute_network.private.name
  ip_cidr_range = var.connector_range
  min_instances = 2
  max_instances = 3
}

module "foundation" {
  source                = "../modules/foundation"
  project               = var.project
  region                = var.region
  environment           = var.environment
  name                  = local.name
  database_tier         = var.database_tier
  database_availability = var.database_availability
  private_network       = google_compute_network.private.id
  deletion_protection   = var.deletion_protection
  document_ai           = var.document_ai
  keep_versions_days    = var.keep_versions_days
  temporary_prefixes    = var.temporary_prefixes
  work_at_once          = max(1, floor(var.max_instances * var.concurrency / 2))
  sendgrid_api_key      = var.sendgrid_api_key
  secret_versions       = var.secret_versions

  depends_on = [google_service_networking_connection.services]
}

module "settings" {
  source               = "../modules/settings"
  environment          = var.environment
  address              = local.address
  accounts             = module.foundation.accounts
  bucket               = module.foundation.bucket
  queue                = module.foundation.queue
  secrets              = module.foundation.secrets
  iam_check            = true
  # Cloud Run would cut the signature off a push's token, which the service checks.
  work                 = false
  database_connections = var.database_connections
  deadline_ms          = var.deadline_ms
  email_from           = var.email_from
  more                 = var.settings
}

# The bundle, as it is built from: with its framework, which Google installs.
data "archive_file" "bundle" {
  type        = "zip"
  source_dir  = var.bundle
  output_path = "${path.root}/.terraform/functions.zip"
}

resource "google_storage_bucket" "source" {
  project                     = var.project
  name                        = "${var.project}-${local.name}-source"
  location                    = var.region
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = true
}

resource "google_storage_bucket_object" "bundle" {
  bucket = google_storage_bucket.source.name
  name   = "functions-${data.archive_file.bundle.output_sha256}.zip"
  source = data.archive_file.bundle.output_path
}

# What builds it: it reads the bundle, writes the image and its log, and can do nothing else.
resource "google_service_account" "build" {
  project      = var.project
  account_id   = "${local.name}-build"
  display_name = "Chancery (${var.environment}): builds the function"
}

resource "google_storage_bucket_iam_member" "build_reads" {
  bucket = google_storage_bucket.source.name
  role   = "roles/storage.objectViewer"
  member = google_service_account.build.member
}

resource "google_project_iam_member" "build" {
  for_each = toset(["roles/artifactregistry.writer", "roles/logging.logWriter"])
  project  = var.project
  role     = each.value
  member   = google_service_account.build.member
}

resource "google_cloudfunctions2_function" "chancery" {
  project  = var.project
  name     = local.name
  location = var.region

  build_config {
    runtime         = "nodejs24"
    entry_point     = "chancery"
    service_account = google_service_account.build.id

    source {
      storage_source {
        bucket = google_storage_bucket.source.name
        object = google_storage_bucket_object.bundle.name
      }
    }
  }

  service_config {
    service_account_email            = module.foundation.accounts.run
    available_cpu                    = var.cpu
    available_memory                 = var.memory
    min_instance_count               = var.min_instances
    max_instance_count               = var.max_instances
    max_instance_request_concurrency = var.concurrency
    # A call ends by its own deadline, and the gateway does not wait for longer than 5 s more.
    timeout_seconds                = ceil(var.deadline_ms / 1000) + 30
    ingress_settings               = "ALLOW_ALL"
    all_traffic_on_latest_revision = true
    vpc_connector                  = google_vpc_access_connector.function.id
    vpc_connector_egress_settings  = "PRIVATE_RANGES_ONLY"
    environment_variables          = module.settings.environment

    dynamic "secret_environment_variables" {
      for_each = module.settings.secrets
      content {
        key        = secret_environment_variables.key
        project_id = var.project
        secret     = secret_environment_variables.value.secret
        version    = secret_environment_variables.value.version
      }
    }
  }

  depends_on = [
    module.foundation,
    google_project_iam_member.build,
    google_storage_bucket_iam_member.build_reads,
  ]
}

# A function lies on a service of Cloud Run of its name, whose check of tokens stays on: it lets the gateway in, and nobody else.
resource "google_cloud_run_v2_service_iam_member" "gateway" {
  project  = var.project
  location = var.region
  name     = google_cloudfunctions2_function.chancery.name
  role     = "roles/run.invoker"
  member   = "serviceAccount:${module.foundation.accounts.gateway}"
}

module "gateway" {
  source   = "../modules/gateway"
  project  = var.project
  region   = var.region
  name     = local.name
  document = var.gateway_document
  account  = module.foundation.accounts.gateway
  address  = local.address

  depends_on = [module.foundation]
}
