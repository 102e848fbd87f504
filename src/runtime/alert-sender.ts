/**
 * Posts alerts to users' targets: https to public addresses, limited in time and size, without redirects. The address
 * is checked when the connection is made (`public-address.ts`). Failure messages contain neither path nor query,
 * because these hold tokens.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { DELIVERY_TEXT, URL_TEXT } from '../domain/delivery-words.ts';
import type { AlertAnswer, AlertPost, AlertSender } from '../ports/alert-sender.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { guardedLookup, isPublicAddress, type Resolve, systemResolve } from './public-address.ts';
import { signedHeaders } from './webhook-signature.ts';

/** Limits for a request, and the addresses that users may enter. */
export type AlertSenderOptions = {
	readonly clock: Clock;
	readonly logger: Logger;
	/** Time limit for the whole response, milliseconds. */
	readonly timeLimitMs: number;
	/** True if users may enter addresses on this machine, also over http. */
	readonly allowsLoopback: boolean;
	/** Value of the User-Agent header. */
	readonly agent: string;
	readonly resolve?: Resolve;
	readonly isAllowed?: (address: string) => boolean;
};

/**
 * Maximum number of bytes read from a response body. The limit is low, because the service uses only the status and
 * the beginning of the body.
 */
const BODY_BYTES_MAX = 4_096;

type State = AlertSenderOptions & {
	readonly isUsers: (address: string) => boolean;
	readonly lookups: Readonly<Record<'users' | 'operators', ReturnType<typeof guardedLookup>>>;
	readonly underWay: Set<ClientRequest>;
};

/** Creates the sender. It opens a connection for each alert and reads at most 4,096 bytes of the response. */
export function createAlertSender(options: AlertSenderOptions): AlertSender {
	const { allowsLoopback, resolve = systemResolve, isAllowed: isPublic = isPublicAddress } = options;
	const isUsers = (address: string): boolean =>
		isPublic(address) || (allowsLoopback && isLoopbackAddress(address));
	const state: State = {
		...options,
		isUsers,
		lookups: { users: guardedLookup(resolve, isUsers), operators: guardedLookup(resolve, () => true) },
		underWay: new Set(),
	};
	return {
		refusal: (text) => refusal(state, text),
		post: (asked) =>
			post(state, asked).catch((error: unknown) =>
				unanswered(`The request could not be made: ${causeOf(error)}.`),
			),
		close() {
			for (const sent of state.underWay) sent.destroy(new Error('Stopped.'));
		},
	};
}

/** Returns the rule that a user's address violates, as the end of a sentence; undefined if the address is valid. */
function refusal({ allowsLoopback, isUsers }: State, text: string): Sentence | undefined {
	const url = URL.parse(text);
	if (url === null) return URL_TEXT.url();
	const host = hostOf(url);
	const isOwnMachine = host === 'localhost' || isLoopbackAddress(host);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine && allowsLoopback))
		return allowsLoopback ? URL_TEXT.httpsOrOwn() : URL_TEXT.https();
	if (url.username !== '' || url.password !== '') return URL_TEXT.noLogin();
	if (isIP(host) !== 0 && !isUsers(host)) return URL_TEXT.publicAddress();
	return isOwnMachine && !allowsLoopback ? URL_TEXT.publicAddress() : undefined;
}

async function post(state: State, asked: AlertPost): Promise<AlertAnswer> {
	const { clock, logger, timeLimitMs, underWay } = state;
	const refused = asked.isOperators ? undefined : refusal(state, asked.url);
	if (refused !== undefined) return unanswered(DELIVERY_TEXT.address({ rule: refused }).text);
	const sent = begin(state, asked);
	underWay.add(sent);
	let isLate = false;
	const cancel = clock.after(timeLimitMs, () => {
		isLate = true;
		sent.destroy(new Error('Late.'));
	});
	try {
		const answer = await headOf(
			sent,
			asked.method === undefined || asked.method === 'POST' ? asked.body : undefined,
		);
		const { statusCode = 0, headers } = answer;
		return {
			kind: 'answered',
			status: statusCode,
			retryAfter: headers['retry-after'],
			body: await beginningOf(answer),
		};
	} catch (error) {
		const { hostname } = new URL(asked.url);
		const cause = isLate ? `no answer within ${timeLimitMs} ms` : causeOf(error);
		logger.info({ hostname, cause }, 'an alert target could not be reached');
		// The message is the same for every cause; otherwise users could probe names inside the operator's network.
		return unanswered(DELIVERY_TEXT.unreachable({ host: hostname, seconds: timeLimitMs / 1_000 }).text);
	} finally {
		cancel();
		underWay.delete(sent);
		sent.destroy();
	}
}

function begin({ lookups, agent }: State, asked: AlertPost): ClientRequest {
	const request = new URL(asked.url).protocol === 'https:' ? httpsRequest : httpRequest;
	const { method = 'POST' } = asked;
	return request(asked.url, {
		method,
		agent: false,
		lookup: asked.isOperators ? lookups.operators : lookups.users,
		headers: {
			...(method === 'POST'
				? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(asked.body) }
				: {}),
			accept: 'application/json, text/plain',
			'user-agent': agent,
			...(asked.signed === undefined ? {} : signedHeaders(asked.signed, asked.body)),
		},
	});
}

const unanswered = (reason: string): AlertAnswer => ({ kind: 'unanswered', reason });

function hostOf({ hostname }: URL): string {
	return hostname.replace(/^\[|\]$/g, '');
}

function isLoopbackAddress(address: string): boolean {
	return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

function headOf(sent: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		sent.on('response', resolve).on('error', reject).end(body);
	});
}

/** Reads the beginning of the body. Once the status is known, a broken or endless body does not matter. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of answer as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length >= BODY_BYTES_MAX) break;
		}
	} catch {
		// The part that has arrived is used.
	}
	return Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX).toString('utf8');
}

/**
 * Returns the system's error code, such as ECONNREFUSED, or one of our own messages. Neither contains data that was
 * sent.
 */
function causeOf(error: unknown): string {
	if (!(error instanceof Error)) return 'the reason is unknown';
	if ('code' in error && typeof error.code === 'string' && /^[A-Z_0-9]{1,60}$/.test(error.code))
		return error.code;
	return error.message === 'The host has an address that is not public.' || error.message === 'Stopped.'
		? error.message.replace(/\.$/, '')
		: 'the connection failed';
}
