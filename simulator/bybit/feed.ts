/** A public topic: a new subscriber gets the first message of the topic, then every push until it leaves. */
export type Send = (text: string) => void;

export type Feed = {
	/** Returns the function that unsubscribes. */
	join(send: Send): () => void;
};
