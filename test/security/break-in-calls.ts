/** Sends JSON-RPC calls with a token, and token requests with an agent's key. */

export type Answered = {
	readonly status: number;
	readonly result: Record<string, unknown> | undefined;
	/** Error code from `data.code`; undefined for a result. */
	readonly error: string | undefined;
};

type Envelope = {
	readonly result?: Record<string, unknown>;
	readonly error?: { readonly data: { readonly code: string } };
};

export async function call(
	url: string,
	token: string,
	method: string,
	params: object = {},
): Promise<Answered> {
	const response = await post(url, token, envelope(method, params, 1));
	return answered(response.status, (await response.json()) as Envelope);
}

/** Sends all calls in one body, which makes them run in parallel. */
export async function batch(
	url: string,
	token: string,
	calls: readonly (readonly [method: string, params: object])[],
): Promise<readonly Answered[]> {
	const response = await post(
		url,
		token,
		calls.map(([method, params], id) => envelope(method, params, id)),
	);
	const answers = (await response.json()) as readonly Envelope[];
	return answers.map((answer) => answered(response.status, answer));
}

/** Requests a token with the agent's key, by `client_secret_basic`. */
export async function agentToken(
	url: string,
	agentId: string,
	key: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly token: string | undefined }> {
	const response = await fetch(`${url}/oauth/token`, {
		method: 'POST',
		headers: {
			authorization: `Basic ${Buffer.from(`${agentId}:${key}`).toString('base64')}`,
			...headers,
		},
		body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'arb:read arb:trade' }),
	});
	const { access_token: token } = (await response.json()) as { readonly access_token?: string };
	return { status: response.status, token };
}

function post(url: string, token: string, body: unknown): Promise<Response> {
	return fetch(`${url}/jsonrpc/`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
		body: JSON.stringify(body),
	});
}

function envelope(method: string, params: object, id: number) {
	return { jsonrpc: '2.0', id, method, params };
}

function answered(status: number, { result, error }: Envelope): Answered {
	return { status, result, error: error?.data.code };
}
