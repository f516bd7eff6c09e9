window.ui = SwaggerUIBundle({
  spec: {
    "openapi": "3.0.0",
    "info": {
      "title": "Library",
      "version": "1.0"
    },
    "paths": {
      "/books": {
        "get": {
          "tags": [
            "books"
          ],
          "summary": "List the books",
          "responses": {
            "200": {
              "description": "ok"
            }
          }
        },
        "post": {
          "tags": [
            "books"
          ],
          "summary": "Add a book",
          "responses": {
            "201": {
              "description": "added"
            }
          }
        }
      },
      "/books/{id}": {
        "delete": {
          "tags": [
            "books"
          ],
          "summary": "Remove a book",
          "responses": {
            "204": {
              "description": "gone"
            }
          }
        }
      },
      "/members": {
        "get": {
          "tags": [
            "members"
          ],
          "summary": "List the members",
          "responses": {
            "200": {
              "description": "ok"
            }
          }
        }
      },
      "/members/{id}/loans": {
        "get": {
          "tags": [
            "members"
          ],
          "summary": "What a member has",
          "responses": {
            "200": {
              "description": "ok"
            }
          }
        },
        "put": {
          "tags": [
            "members"
          ],
          "summary": "Lend a book",
          "responses": {
            "200": {
              "description": "lent"
            }
          }
        }
      }
    }
  },
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
});
