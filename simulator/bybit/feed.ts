/** A public topic: whoever joins is sent what the topic begins with, then every push, until it leaves. */
export type Send = (text: string) => void;

export type Feed = {
	/** Answers the function that leaves. */
	join(send: Send): () => void;
};
