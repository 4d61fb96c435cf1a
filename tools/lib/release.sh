# What tools/release consists of; sourced by it.

project_version() {
    sed -n 's:^    <version>\(.*\)</version>$:\1:p' pom.xml | head -n 1
}

# The modules that users get: all whose POM does not say otherwise.
published_modules() {
    local module
    sed -n 's:^ *<module>\(.*\)</module>$:\1:p' pom.xml | while read -r module; do
        grep -q '<maven.deploy.skip>true' "$module/pom.xml" || echo "$module"
    done
}

# The part of CHANGELOG.md about this version.
release_notes() {
    local section=$version
    [[ $version != *-SNAPSHOT ]] || section=Unreleased
    if ! grep -q "^## \[$section\]" CHANGELOG.md; then
        echo "CHANGELOG.md has no section [$section]. Set the version with: tools/version $version" >&2
        return 1
    fi
    echo "# ElasticJob $version"
    awk -v start="## [$section]" 'index($0, "## [") == 1 { on = index($0, start) == 1; next } on' CHANGELOG.md
}

# A copy without anything built, so that nothing old gets into an archive.
copy_sources() {
    mkdir -p "$1"
    if [ -e .git ]; then
        git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
            [ ! -e "$file" ] || printf '%s\0' "$file"
        done | tar cf - --null -T -
    else
        tar cf - --exclude=target .
    fi | tar xf - -C "$1"
    chmod -R u=rwX,go=rX "$1"
    local pom
    for pom in "$1/pom.xml" "$1/elasticjob-bom/pom.xml"; do
        # Of the modules it is the same address, without their names behind.
        [ -z "${url:-}" ] || sed -i 's|^<project |<project child.project.url.inherit.append.path="false" |' "$pom"
        [ -z "${url:-}" ] || sed -i "0,\\|</description>|s||&\\n    <url>$url</url>|" "$pom"
        [ -z "${scm:-}" ] || sed -i "0,\\|</licenses>|s||&\\n    <scm child.scm.connection.inherit.append.path=\"false\" child.scm.url.inherit.append.path=\"false\">\\n        <url>$scm</url>\\n        <connection>scm:git:$scm</connection>\\n    </scm>|" "$pom"
    done
}

# Maven resolves it for the tests of the published modules, also where they are skipped. It is built, not published.
USED_BY_TESTS=verification/child-process

# build SOURCE PROFILES [MAVEN ARGUMENTS]
build() {
    local source=$1 profiles=$2
    shift 2
    (
        cd "$source"
        # Spring Boot's archiver writes times that depend on the time zone.
        export TZ=UTC
        mvn -B -ntp -q -T 2 -P "$profiles,!gate" -Dmaven.test.skip=true -Dstyle.color=never \
            -pl "$(published_modules | paste -sd, -),$USED_BY_TESTS" "${maven_arguments[@]}" "$@" verify
    )
}

# collect SOURCE FOLDER: a Maven repository, the console, bills of materials and checksums.
collect() {
    local source=$1 folder=$2 module file name place
    mkdir -p "$folder/console" "$folder/sbom"
    for module in $(cd "$source" && published_modules); do
        name=$module-$version
        if [ "$module" = elasticjob-console ]; then
            for file in "$source/$module/target/$name".{jar,tar.gz,zip}; do
                cp "$file" "$folder/console/"
            done
        else
            place=$folder/dev/elasticjob/$module/$version
            mkdir -p "$place"
            for file in "$source/$module/target/$name"{.pom,.jar,-sources.jar,-javadoc.jar,-cyclonedx.json}{,.asc}; do
                [ ! -e "$file" ] || cp "$file" "$place/"
            done
            # A POM is signed under its final name, or only known by its name in the module.
            if [ ! -e "$place/$name.pom" ]; then
                file=$source/$module/target/flattened-pom.xml
                [ -e "$file" ] || file=$source/$module/pom.xml
                cp "$file" "$place/$name.pom"
            fi
            require_complete "$place" "$name" "$module"
            # The BOM has no parent that has the profile.
            if [ -n "${key:-}" ] && [ "$folder" = target/release ] && [ ! -e "$place/$name.pom.asc" ]; then
                gpg --batch --yes --local-user "$key" --armor --detach-sign "$place/$name.pom"
            fi
            for file in "$place"/*; do
                checksums "$file"
            done
        fi
        file=$source/$module/target/$name-cyclonedx.json
        [ ! -e "$file" ] || cp "$file" "$folder/sbom/"
    done
    cp LICENSE "$folder/"
    if [ -e "$temporary/RELEASE-NOTES.md" ]; then
        cp "$temporary/RELEASE-NOTES.md" "$folder/"
    fi
    (cd "$folder" && find . -type f ! -name SHA512SUMS ! -name '*.asc*' -printf '%P\0' | sort -z | xargs -0 sha512sum >SHA512SUMS)
}

require_complete() {
    local place=$1 name=$2 module=$3 ending
    if grep -qE '<(repositories|pluginRepositories|distributionManagement)>' "$place/$name.pom"; then
        echo "$name.pom names a repository of artifacts. Remove it from the POM of $module." >&2
        return 1
    fi
    [ "$module" != elasticjob-bom ] || return 0
    for ending in .jar -sources.jar -javadoc.jar -cyclonedx.json; do
        if [ ! -e "$place/$name$ending" ]; then
            echo "$name$ending was not built. See the profile 'release' in pom.xml and the POM of $module." >&2
            return 1
        fi
    done
}

# The format of Maven repositories: a file next to each, which contains the checksum only.
checksums() {
    local algorithm
    for algorithm in md5 sha1 sha256 sha512; do
        "${algorithm}sum" "$1" | cut -d ' ' -f 1 | tr -d '\n' >"$1.$algorithm"
    done
}

# Fails when the two folders are not the same, byte for byte.
compare() {
    if ! diff -rq -x '*.asc' -x '*.asc.*' "$1" "$2" >&2; then
        echo "Two builds of the same sources differ. Compare the archives with: diff <(zipinfo -v A) <(zipinfo -v B)" >&2
        return 1
    fi
    echo "Two builds are the same, byte for byte: $(find "$1" -type f ! -name '*.asc*' | wc -l) files."
}

# The check of ./test: everything it needs was fetched by the build before.
build_twice() {
    local each
    maven_arguments+=(-o)
    for each in first second/elsewhere; do
        copy_sources "$temporary/$each/source"
        mkdir -p "$temporary/$each/archives"
    done
    build "$temporary/first/source" '!release'
    (export LC_ALL=C; build "$temporary/second/elsewhere/source" '!release' -T 1)
    for each in first second/elsewhere; do
        find "$temporary/$each/source" -path '*/target/*' \
            \( -name "*-$version.jar" -o -name "*-$version.zip" -o -name "*-$version.tar.gz" -o -name "*-cyclonedx.json" \) \
            -exec cp -t "$temporary/$each/archives" {} +
    done
    compare "$temporary/first/archives" "$temporary/second/elsewhere/archives"
}
