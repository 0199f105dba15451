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

module "foundation" {
  source                = "../modules/foundation"
  project               = var.project
  region                = var.region
  environment           = var.environment
  name                  = local.name
  database_tier         = var.database_tier
  database_availability = var.database_availability
  deletion_protection   = var.deletion_protection
  document_ai           = var.document_ai
  keep_versions_days    = var.keep_versions_days
  temporary_prefixes    = var.temporary_prefixes
  work_at_once          = max(1, floor(var.max_instances * var.concurrency / 2))
  sendgrid_api_key      = var.sendgrid_api_key
  secret_versions       = var.secret_versions
}

module "settings" {
  source               = "../modules/settings"
  environment          = var.environment
  address              = local.address
  accounts             = module.foundation.accounts
  bucket               = module.foundation.bucket
  queue                = module.foundation.queue
  secrets              = module.foundation.secrets
  iam_check            = var.iam_check
  # A push brings a token, too, whose signature the service checks itself.
  work                 = var.work && !var.iam_check
  database_connections = var.database_connections
  deadline_ms          = var.deadline_ms
  email_from           = var.email_from
  more                 = var.settings
}

resource "google_cloud_run_v2_service" "chancery" {
  project              = var.project
  name                 = local.name
  location             = var.region
  ingress              = "INGRESS_TRAFFIC_ALL"
  invoker_iam_disabled = !var.iam_check
  deletion_protection  = var.deletion_protection

  # So many wait whatever revision serves, in a roll-out too.
  scaling {
    min_instance_count = var.min_instances
  }

  template {
    service_account                  = module.foundation.accounts.run
    execution_environment            = "EXECUTION_ENVIRONMENT_GEN2"
    max_instance_request_concurrency = var.concurrency
    # A call ends by its own deadline; a task of long work may take half an hour, which is Cloud Tasks' own limit.
    timeout = "1800s"

    scaling {
      max_instance_count = var.max_instances
    }

    containers {
      image = var.image

      ports {
        container_port = 8080
      }

      resources {
        limits = {
          cpu    = var.cpu
          memory = var.memory
        }
        cpu_idle          = true
        startup_cpu_boost = true
      }

      dynamic "env" {
        for_each = module.settings.environment
        content {
          name  = env.key
          value = env.value
        }
      }

      dynamic "env" {
        for_each = module.settings.secrets
        content {
          name = env.key
          value_source {
            secret_key_ref {
              secret  = env.value.secret
              version = env.value.version
            }
          }
        }
      }

      # It listens when the database has been reached and its tables are there. Probes come from inside, where this path is free.
      startup_probe {
        period_seconds    = 2
        timeout_seconds   = 2
        failure_threshold = 60

        http_get {
          path = "/healthz"
        }
      }

      liveness_probe {
        period_seconds    = 30
        timeout_seconds   = 10
        failure_threshold = 4

        http_get {
          path = "/healthz"
        }
      }

      volume_mounts {
        name       = "cloudsql"
        mount_path = "/cloudsql"
      }
    }

    volumes {
      name = "cloudsql"

      cloud_sql_instance {
        instances = [module.foundation.database_connection]
      }
    }
  }

  depends_on = [module.foundation]
}

# Where Cloud Run checks tokens: the gateway, and nobody else.
resource "google_cloud_run_v2_service_iam_member" "gateway" {
  count    = var.iam_check ? 1 : 0
  project  = var.project
  location = var.region
  name     = google_cloud_run_v2_service.chancery.name
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
