/** Computes the position of a page within its list, as in every paged response of the API. Pure function. */

export type Pagination = {
	readonly currentPage: number;
	readonly perPage: number;
	readonly totalCount: number;
	readonly totalPages: number;
	readonly hasNext: boolean;
	readonly hasPrevious: boolean;
};

/**
 * Computes the position of one page. A page past the end has no next page. @param page from 1. @param limit records
 * per page, at least 1
 */
export function paginationOf(
	totalCount: number,
	{ page, limit }: { readonly page: number; readonly limit: number },
): Pagination {
	const pages = Math.ceil(totalCount / limit);
	return {
		currentPage: page,
		perPage: limit,
		totalCount: totalCount,
		totalPages: pages,
		hasNext: page < pages,
		hasPrevious: page > 1,
	};
}
