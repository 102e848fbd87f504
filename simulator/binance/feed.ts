/**
 * A stream that connections subscribe to with `join`. `send` receives its events until the returned function is
 * called.
 */
export type Feed = { join(send: (data: object) => void): () => void };
