/** Where a command writes. */
export type Output = {
	/** What scripts read: a line of standard output. */
	readonly print: (line: string) => void;
	/** What people read: a line of standard error. */
	readonly remark: (line: string) => void;
};
