/** Receives traces on this machine, as OTLP over HTTP in JSON, and keeps their spans. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedSpan = {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
	readonly name: string;
	/** Span type: 1 internal, 2 server, 3 client (OTLP, enum SpanKind). */
	readonly kind: number;
	/** Start of the span, nanoseconds since the epoch. */
	readonly startTimeUnixNano: string;
	/** End of the span, nanoseconds since the epoch. */
	readonly endTimeUnixNano: string;
	readonly status?: { readonly code?: number; readonly message?: string };
	readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
	readonly attributes: Readonly<Record<string, unknown>>;
	/** Attributes of the resource that sent the span, which is the service. */
	readonly resource: Readonly<Record<string, unknown>>;
};

export type OtlpReceiver = AsyncDisposable & {
	readonly endpoint: string;
	readonly spans: () => readonly ReceivedSpan[];
	/** Returns the headers of the latest request. */
	readonly headers: () => Readonly<Record<string, unknown>>;
	/** Returns the bodies of all requests so far as one text. */
	readonly text: () => string;
};

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type Body = {
	readonly resourceSpans: readonly {
		readonly resource: { readonly attributes: readonly Attribute[] };
		readonly scopeSpans: readonly {
			readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'resource'> & {
				readonly attributes: readonly Attribute[];
			})[];
		}[];
	}[];
};

/** Starts the receiver. @param status HTTP status of every response */
export async function openOtlpReceiver(status = 200): Promise<OtlpReceiver> {
	const bodies: string[] = [];
	let headers: Readonly<Record<string, unknown>> = {};
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			headers = request.headers;
			if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString());
			response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
		});
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
		spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as Body)),
		headers: () => headers,
		text: () => bodies.join('\n'),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}

function spansOf({ resourceSpans }: Body): readonly ReceivedSpan[] {
	return resourceSpans.flatMap(({ resource, scopeSpans }) =>
		scopeSpans.flatMap(({ spans }) =>
			spans.map((span) => ({
				...span,
				attributes: attributesOf(span.attributes),
				resource: attributesOf(resource.attributes),
			})),
		),
	);
}

function attributesOf(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
	return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
