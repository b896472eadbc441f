use orders::apis::{configuration::Configuration, orders_api, Error};
use orders::models::OrderUpdate;
use reqwest::header::{HeaderMap, HeaderValue, ACCEPT};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let configuration = Configuration {
        base_path: std::env::var("ORDERS_URL").unwrap(),
        basic_auth: Some((std::env::var("ORDERS_KEY").unwrap(), Some(String::new()))),
        client: reqwest::Client::builder().default_headers(headers).build().unwrap(),
        ..Configuration::default()
    };
    let list = orders_api::list_orders(
        &configuration, None, Some(2), None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
    )
    .await
    .expect("list");
    assert_eq!(list.items.len(), 2, "list");
    let token = list.items[0].token.to_string();
    let order = orders_api::get_order(&configuration, &token).await.expect("read");
    assert_eq!(order.token.to_string(), token, "read");
    let mut update = OrderUpdate::new(order.status);
    update.tracking_number = Some("CODEGEN-7".to_owned());
    let updated = orders_api::update_order(&configuration, &token, update).await.expect("update");
    assert_eq!(updated.tracking_number.as_deref(), Some("CODEGEN-7"), "update");
    match orders_api::get_order(&configuration, "00000000-0000-4000-8000-000000000000").await {
        Err(Error::ResponseError(response)) => assert_eq!(response.status.as_u16(), 404, "error"),
        _ => panic!("error"),
    }
}
