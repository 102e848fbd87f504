/** Sends alerts to their receivers. One request, one answer, limited in time and size; redirects are not followed. */

export type AlertPost = {
	readonly url: string;
	/** JSON. */
	readonly body: string;
	/** Signed by the rules of Standard Webhooks; absent: not signed. */
	readonly signed?: {
		readonly secret: string;
		readonly id: string;
		/** Unix seconds of the attempt. */
		readonly timestamp: number;
	};
	/** The operator configured the address: it may be internal. */
	readonly isOperators: boolean;
};

/** Outcome of one post: the receiver's answer with any status, or the reason why there is none. */
export type AlertAnswer =
	| {
			readonly kind: 'answered';
			readonly status: number;
			/** The header Retry-After as received. */
			readonly retryAfter: string | undefined;
			/** The beginning of the body. */
			readonly body: string;
	  }
	/** No answer, or the address is forbidden. The reason contains neither the path nor a query of the URL. */
	| { readonly kind: 'unanswered'; readonly reason: string };

/** Posts alerts to the URLs of targets, and refuses a forbidden URL before it sends anything. */
export interface AlertSender {
	/** Why the URL is always refused, continuing "must …"; undefined if a post may be tried. */
	refusal(url: string): string | undefined;
	/** Never rejects. */
	post(request: AlertPost): Promise<AlertAnswer>;
	/** Aborts requests in progress. */
	close(): void;
}
