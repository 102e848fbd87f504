/** The wire to wherever alerts go. One request, one answer, bounded in time and size; redirects are not followed. */

export type AlertPost = {
	readonly url: string;
	/** JSON. */
	readonly body: string;
	/** Signs as Standard Webhooks has it; absent: not signed. */
	readonly signed?: {
		readonly secret: string;
		readonly id: string;
		/** Unix seconds of the attempt. */
		readonly timestamp: number;
	};
	/** The operator named the address: it may be inside. */
	readonly isOperators: boolean;
};

/** Outcome of one post: the answer of the receiver, whatever its status, or the reason why there is none. */
export type AlertAnswer =
	| {
			readonly kind: 'answered';
			readonly status: number;
			/** The header Retry-After as it was written. */
			readonly retryAfter: string | undefined;
			/** The beginning of the body. */
			readonly body: string;
	  }
	/** Nobody answered, or nobody may be asked. The reason names neither the path nor a query of the URL. */
	| { readonly kind: 'unanswered'; readonly reason: string };

/** Posts alerts to the URLs of targets, and refuses a URL that may not be reached before anything is sent. */
export interface AlertSender {
	/** Why nothing would ever be sent to the URL, continuing "must …"; undefined for one that may be tried. */
	refusal(url: string): string | undefined;
	/** Never rejects. */
	post(request: AlertPost): Promise<AlertAnswer>;
	/** Cuts what is under way. */
	close(): void;
}
