# The gateway. What it knows is the document that `npm run gateway` writes from the settings of the service.
locals {
  document = jsondecode(file(var.document))
  backends = values(local.document["x-google-api-management"].backends)
}

resource "google_api_gateway_api" "chancery" {
  provider = google-beta
  project  = var.project
  api_id   = var.name
}

# A configuration is never changed: a new one is made, the gateway is moved to it, and the old one goes.
resource "google_api_gateway_api_config" "chancery" {
  provider             = google-beta
  project              = var.project
  api                  = google_api_gateway_api.chancery.api_id
  api_config_id_prefix = "${var.name}-"

  openapi_documents {
    document {
      path     = "gateway.json"
      contents = filebase64(var.document)
    }
  }

  gateway_config {
    backend_config {
      google_service_account = var.account
    }
  }

  lifecycle {
    create_before_destroy = true

    precondition {
      condition     = alltrue([for backend in local.backends : backend.jwtAudience == var.address])
      error_message = "The gateway's document is of another deployment: write it with CHANCERY_GATEWAY_AUDIENCE=${var.address}."
    }
  }
}

resource "google_api_gateway_gateway" "chancery" {
  provider   = google-beta
  project    = var.project
  region     = var.region
  gateway_id = var.name
  api_config = google_api_gateway_api_config.chancery.id
}

# Keys are for services of the project: this one is the gateway's.
resource "google_project_service" "managed" {
  project            = var.project
  service            = google_api_gateway_api.chancery.managed_service
  disable_on_destroy = false

  depends_on = [google_api_gateway_gateway.chancery]
}
