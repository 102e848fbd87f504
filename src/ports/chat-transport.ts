/** Network of the chat platforms: requests and WebSockets, limited in time and size. */

/** Outcome of a request. */
export type ChatResponse =
	| {
			readonly kind: 'answered';
			readonly status: number;
			/** Value of the header Retry-After, seconds; undefined without a number there. */
			readonly retryAfterS: number | undefined;
			/** The body, if it is a JSON object. */
			readonly body: Readonly<Record<string, unknown>> | undefined;
	  }
	/** `reason` contains no part of the URL, because that may hold a token. */
	| { readonly kind: 'unanswered'; readonly reason: string };

/** Receives the events of a WebSocket. `onClose` is called once and last. */
export type ChatSocketEvents = {
	readonly onMessage: (text: string) => void;
	/** The peer has sent a message, a ping or a pong. */
	readonly onSign: () => void;
	readonly onClose: (reason: string) => void;
};

/** An open or opening WebSocket. */
export type ChatSocket = {
	readonly send: (text: string) => void;
	readonly ping: () => void;
	/** Closes the connection at once. */
	readonly cut: () => void;
};

/** Requests and WebSockets to the platforms. */
export interface ChatTransport {
	/** Posts JSON and resolves to the outcome. Never rejects. */
	post(request: {
		readonly url: string;
		readonly body: object;
		/** Bearer token; absent if the URL holds the token. */
		readonly token?: string;
		/** Time limit for the whole response, milliseconds. */
		readonly timeLimitMs: number;
	}): Promise<ChatResponse>;
	open(url: string, events: ChatSocketEvents): ChatSocket;
	/** Ends the requests and connections in progress. Later requests are unanswered. */
	close(): void;
}
