/**
 * Connects the pages to the service: one live connection for subscriptions and calls, and HTTP for actions. The
 * connection status is component state, so that every page can say when its figures are old.
 */
import type { CallArguments } from '../../../client/calls.ts';
import { type Client, createClient } from '../../../client/client.ts';
import { isRpcError, RpcError, type RpcErrorObject } from '../../../client/errors.ts';
import type { MethodName, MethodResult } from '../../../client/methods.ts';
import { connectStream, type Stream } from '../../../client/stream.ts';
import { errorText } from '../language/said.svelte.ts';
import { createAccess, type PageAccess } from './access.svelte.ts';
import { instant, learnServiceTime } from './clock.svelte.ts';
import { noteContact } from './last-contact.ts';
import type { Shell } from './shell.ts';
import { text } from './text.ts';

export type ConnectionShown = {
	readonly state: 'connecting' | 'open' | 'closed';
	/** Why the connection is in this state. */
	readonly reason: string;
	/** While open, the service time at which it opened; otherwise that of the last contact. Milliseconds. */
	readonly since: number;
	/** True once the connection has been open. */
	readonly wasOpen: boolean;
};

export type Service = {
	readonly shell: Shell;
	readonly access: PageAccess;
	readonly connection: ConnectionShown;
	/** Current connection. A new one replaces it when the caller's access changes. */
	readonly stream: Stream;
	/** Calls a method with permission to read. */
	call<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** Calls a method with permission to trade. */
	act<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** Calls a method with permission to run backtests. */
	replay<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** Calls a method with permission to manage accounts, agents and tokens, which requires a login. */
	manage<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** Uses a pasted token on this page. @param keep also stores it in this browser */
	useToken(token: string, keep: boolean): void;
	/** Discards the pasted token. */
	leaveToken(): void;
	/**
	 * Sends a form to a path outside JSON-RPC and returns its JSON response. @throws Error with the message to show
	 */
	postForm(path: string, fields: URLSearchParams): Promise<unknown>;
	/**
	 * Downloads a file from a path outside JSON-RPC, with a read-only token unless another is named. @throws Error with
	 * the message to show
	 */
	download(path: string, kind?: 'readToken' | 'replayToken'): Promise<Blob>;
};

/** Short, so that the page reports a lost connection within five seconds. */
const HEARTBEAT_SECONDS = 1;

/** Connects at once and stays connected until the page is closed. */
export function openService(shell: Shell): Service {
	const access = createAccess(shell);
	let connection = $state.raw<ConnectionShown>({
		state: 'connecting',
		reason: '',
		since: instant(),
		wasOpen: false,
	});
	/** Service time of the last heartbeat, milliseconds. */
	let lastContactAt = instant();
	let stream = $state.raw(connect());
	let actor = newClient('tradeToken');
	let replayer = newClient('replayToken');
	let manager = newClient('manageToken');

	function connect(): Stream {
		const opened = connectStream({
			url: location.origin,
			token: (refused) => access.readToken(refused),
			// Allows an insecure connection. It uses the page's own scheme, so it is as secure as the page.
			allowInsecure: true,
			heartbeatSeconds: HEARTBEAT_SECONDS,
			onCaller: ({ scopes }) => access.learnScopes(scopes),
			onConnection(state, reason) {
				// Events of a replaced connection are ignored.
				if (opened !== stream) return;
				if (state === 'open') lastContactAt = instant();
				connection = { state, reason, since: lastContactAt, wasOpen: connection.wasOpen || state === 'open' };
				if (state === 'closed') continueWithout(reason);
			},
		});
		opened.subscribe(
			'heartbeat',
			{ interval_seconds: HEARTBEAT_SECONDS },
			{
				onState({ time }) {
					learnServiceTime(Date.parse(time));
					lastContactAt = instant();
					noteContact(lastContactAt);
				},
			},
		);
		return opened;
	}

	/** Continues with public figures after the service has refused the connection's token. */
	function continueWithout(reason: string): void {
		access.end(reason);
		reconnect();
	}

	function reconnect(): void {
		const old = stream;
		stream = connect();
		actor = newClient('tradeToken');
		replayer = newClient('replayToken');
		manager = newClient('manageToken');
		void old.close();
	}

	function newClient(kind: 'tradeToken' | 'replayToken' | 'manageToken'): Client {
		return createClient({
			url: location.origin,
			token: (refused) => access[kind](refused),
			allowInsecure: true,
		});
	}

	/** Ends the page's access if a call is refused as unauthorized. */
	async function endingAccess<T>(call: Promise<T>): Promise<T> {
		try {
			return await call;
		} catch (error) {
			if (isRpcError(error, 'UNAUTHORIZED')) access.end(errorText(error));
			throw error;
		}
	}

	return {
		shell,
		access,
		get connection() {
			return connection;
		},
		get stream() {
			return stream;
		},
		call: (method, ...args) => endingAccess(stream.call(method, ...args)),
		act: (method, ...args) => endingAccess(actor.call(method, ...args)),
		replay: (method, ...args) => endingAccess(replayer.call(method, ...args)),
		manage: (method, ...args) => endingAccess(manager.call(method, ...args)),
		useToken(token, keep) {
			access.useToken(token, keep);
			reconnect();
		},
		leaveToken() {
			access.leave();
			reconnect();
		},
		async postForm(path, fields) {
			fields.set('csrf', shell.csrf ?? '');
			const answer = await fetch(path, {
				method: 'POST',
				headers: { accept: 'application/json' },
				body: fields,
				redirect: 'error',
				cache: 'no-store',
			});
			if (!answer.ok) throw new Error(await sentenceOf(answer));
			return answer.json();
		},
		async download(path, kind = 'readToken') {
			const token = await access[kind](undefined);
			const answer = await fetch(path, {
				headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
				redirect: 'error',
				cache: 'no-store',
			});
			if (answer.ok) return answer.blob();
			throw new Error(await sentenceOf(answer));
		},
	};
}

/**
 * Returns the service's message about a refusal, or the HTTP status if the response is not from the service, such as
 * a proxy's.
 */
async function sentenceOf(answer: Response): Promise<string> {
	try {
		const { error } = (await answer.json()) as { readonly error: RpcErrorObject };
		return errorText(new RpcError(error));
	} catch {
		return text.httpStatus(answer.status);
	}
}
