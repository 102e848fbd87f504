/** A stream that connections join: `send` hears its events until the answer is called. */
export type Feed = { join(send: (data: object) => void): () => void };
